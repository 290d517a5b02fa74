import type { ReactNode } from "react";
import type { CueStatus } from "../../../ui/cue-light.tsx";
import { Pill } from "../../../ui/pill.tsx";
import { Spotlight } from "../../../ui/spotlight.tsx";

interface StageMessageProps {
  status: CueStatus;
  cue: string;
  title: string;
  detail?: ReactNode;
  /** Links and buttons of what can be done now. */
  action?: ReactNode;
  children?: ReactNode;
}

/** One calm thing to say, in the middle of the stage. */
export function StageMessage({ status, cue, title, detail, action, children }: StageMessageProps) {
  return (
    <div className="relative grid grow place-items-center overflow-hidden px-4 py-12">
      <Spotlight className="-top-40 left-1/2 w-[38rem] -translate-x-1/2 opacity-60" />
      <div className="relative grid w-full max-w-xl justify-items-center gap-5 text-center">
        <Pill status={status}>{cue}</Pill>
        <h1 className="text-2xl sm:text-3xl">{title}</h1>
        {detail && <div className="max-w-md text-on-stage-2">{detail}</div>}
        {children}
        {action && <div className="mt-2 flex flex-wrap justify-center gap-3">{action}</div>}
      </div>
    </div>
  );
}
