import { formatClock } from "../../../ui/time/format-clock.ts";

/** A moment of a session by its clock: `12:05`, or `−1:30` before the start. */
export function formatMoment(atSeconds: number): string {
  return `${atSeconds < 0 ? "−" : ""}${formatClock(Math.abs(atSeconds))}`;
}
