import clsx from "clsx";
import type { ReactNode } from "react";
import { CueDot, type CueStatus } from "./cue-light.tsx";

const tones: Record<CueStatus, string> = {
  live: "bg-stage-2 text-spot",
  ready: "bg-green-tint text-green",
  wait: "bg-spot-tint text-amber",
  off: "bg-sunk text-ink-2",
  bad: "bg-red-tint text-red",
};

export interface PillProps {
  status?: CueStatus | undefined;
  /** Shows the cue light in front, as usual for a status. */
  cue?: boolean | undefined;
  children: ReactNode;
  className?: string | undefined;
}

export function Pill({ status = "off", cue = true, children, className }: PillProps) {
  return (
    <span
      className={clsx(
        "inline-flex min-h-6.5 items-center gap-2 whitespace-nowrap rounded-full px-2.5 py-0.5 text-sm font-semibold tabular",
        tones[status],
        className,
      )}
    >
      {cue && <CueDot status={status} className="!text-current" />}
      {children}
    </span>
  );
}
