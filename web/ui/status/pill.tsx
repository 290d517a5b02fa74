import clsx from "clsx";
import type { ReactNode } from "react";
import { type LightStatus, StatusDot } from "./status-light.tsx";

const tones: Record<LightStatus, string> = {
  live: "bg-dark-2 text-accent",
  ready: "bg-green-tint text-green",
  wait: "bg-accent-tint text-amber",
  off: "bg-sunk text-ink-2",
  bad: "bg-red-tint text-red",
};

export interface PillProps {
  status?: LightStatus | undefined;
  /** Whether the colored dot of a status is shown in front. */
  dot?: boolean | undefined;
  children: ReactNode;
  className?: string | undefined;
}

export function Pill({ status = "off", dot = true, children, className }: PillProps) {
  return (
    <span
      className={clsx(
        "inline-flex min-h-6.5 items-center gap-2 whitespace-nowrap rounded-full px-2.5 py-0.5 text-sm font-semibold tabular",
        tones[status],
        className,
      )}
    >
      {dot && <StatusDot status={status} className="!text-current" />}
      {children}
    </span>
  );
}
