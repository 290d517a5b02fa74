import { formatClock } from "./time/format-clock.ts";

export interface ClockTextProps {
  seconds: number;
  className?: string | undefined;
}

/** Minutes and seconds, or hours before them, in figures that do not dance. Not announced: it changes each second. */
export function ClockText({ seconds, className }: ClockTextProps) {
  return (
    <span role="timer" aria-live="off" className={`tabular ${className ?? ""}`}>
      {formatClock(seconds)}
    </span>
  );
}

export interface CountdownProps {
  until: Date;
  /** The present instant; `useNow(1000)` gives one that ticks. */
  now: Date;
  className?: string | undefined;
}

/** What is left until an instant; stays at 0:00 once it has passed. */
export function Countdown({ until, now, className }: CountdownProps) {
  return <ClockText seconds={Math.max(0, (until.getTime() - now.getTime()) / 1000)} className={className} />;
}
