import { formatClock } from "../../format/format-time.ts";

export interface ClockTextProps {
  seconds: number;
  className?: string | undefined;
}

/**
 * Minutes and seconds, with hours if needed, in digits of equal width. Not announced, because it changes
 * every second.
 */
export function ClockText({ seconds, className }: ClockTextProps) {
  return (
    <span role="timer" aria-live="off" className={`tabular ${className ?? ""}`}>
      {formatClock(seconds)}
    </span>
  );
}

export interface CountdownProps {
  until: Date;
  /** The current time; `useNow(1000)` gives one that ticks. */
  now: Date;
  className?: string | undefined;
}

/** The time left until an instant; stays at 0:00 once it has passed. */
export function Countdown({ until, now, className }: CountdownProps) {
  return <ClockText seconds={Math.max(0, (until.getTime() - now.getTime()) / 1000)} className={className} />;
}
