import clsx from "clsx";
import type { ReactNode } from "react";

/** live: on now · ready: all is well · wait: something is pending · off: over or idle · bad: failed. */
export type CueStatus = "live" | "ready" | "wait" | "off" | "bad";

const statusColors: Record<CueStatus, string> = {
  live: "text-spot",
  ready: "text-green",
  wait: "text-amber",
  off: "text-ink-3",
  bad: "text-red",
};

export interface CueLightProps {
  status: CueStatus;
  /** The status in words, because color alone means nothing to many people. */
  children: ReactNode;
  className?: string | undefined;
}

/** The small glowing dot that shows every status of the product. */
export function CueLight({ status, children, className }: CueLightProps) {
  return (
    <span className={clsx("inline-flex items-center gap-2.5 text-sm font-semibold", className)}>
      <CueDot status={status} />
      <span>{children}</span>
    </span>
  );
}

/** The dot alone, next to text that is elsewhere. */
export function CueDot({ status, className }: { status: CueStatus; className?: string | undefined }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        "cue inline-block size-2 shrink-0 rounded-full bg-current ring-3 ring-current/22",
        statusColors[status],
        status === "live" && "motion-safe:animate-pulse",
        className,
      )}
    />
  );
}
