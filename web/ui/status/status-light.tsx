import clsx from "clsx";
import type { ReactNode } from "react";

/** live: on now · ready: all is well · wait: something is pending · off: over or idle · bad: failed. */
export type LightStatus = "live" | "ready" | "wait" | "off" | "bad";

const statusColors: Record<LightStatus, string> = {
  live: "text-accent",
  ready: "text-green",
  wait: "text-amber",
  off: "text-ink-3",
  bad: "text-red",
};

export interface StatusLightProps {
  status: LightStatus;
  /** The status in words, because color alone means nothing to many people. */
  children: ReactNode;
  className?: string | undefined;
}

/** A small dot whose color shows a status, with the status in words. Every status of the product looks like this. */
export function StatusLight({ status, children, className }: StatusLightProps) {
  return (
    <span className={clsx("inline-flex items-center gap-2.5 text-sm font-semibold", className)}>
      <StatusDot status={status} />
      <span>{children}</span>
    </span>
  );
}

/** The dot alone, next to text that is elsewhere. */
export function StatusDot({ status, className }: { status: LightStatus; className?: string | undefined }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        "status-dot inline-block size-2 shrink-0 rounded-full bg-current ring-3 ring-current/22",
        statusColors[status],
        status === "live" && "motion-safe:animate-pulse",
        className,
      )}
    />
  );
}
