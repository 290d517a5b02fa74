import { formatClock } from "../../format/format-clock.ts";

/** A time on the interview's clock: `12:05`, or `−1:30` before the start. */
export function formatElapsed(atSeconds: number): string {
  return `${atSeconds < 0 ? "−" : ""}${formatClock(Math.abs(atSeconds))}`;
}
