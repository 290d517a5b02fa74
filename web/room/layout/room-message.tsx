import type { ReactNode } from "react";
import { Glow } from "../../ui/display/glow.tsx";
import { Pill } from "../../ui/status/pill.tsx";
import type { LightStatus } from "../../ui/status/status-light.tsx";

interface RoomMessageProps {
  status: LightStatus;
  statusLabel: string;
  title: string;
  detail?: ReactNode;
  /** Links and buttons for the next step. */
  action?: ReactNode;
  children?: ReactNode;
}

/** One message in the middle of the page. */
export function RoomMessage({ status, statusLabel, title, detail, action, children }: RoomMessageProps) {
  return (
    <div className="relative grid grow place-items-center overflow-hidden px-4 py-12">
      <Glow className="-top-40 left-1/2 w-[38rem] -translate-x-1/2 opacity-60" />
      <div className="relative grid w-full max-w-xl justify-items-center gap-5 text-center">
        <Pill status={status}>{statusLabel}</Pill>
        <h1 className="text-2xl sm:text-3xl">{title}</h1>
        {detail && <div className="max-w-md text-on-dark-2">{detail}</div>}
        {children}
        {action && <div className="mt-2 flex flex-wrap justify-center gap-3">{action}</div>}
      </div>
    </div>
  );
}
