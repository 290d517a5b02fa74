import type { Progress } from "@greenroom/contract/reports/progress.ts";

/**
 * The progress up to and including this interview, oldest first. Null for a first interview, because one interview
 * shows no progress.
 */
export function progressUpTo(progress: Progress, bookingId: string): Progress | null {
  const last = progress.interviews.findIndex((interview) => interview.bookingId === bookingId);
  if (last < 1) return null;
  const interviews = progress.interviews.slice(0, last + 1);
  const ids = new Set(interviews.map((interview) => interview.bookingId));
  const areas = progress.areas
    .map((area) => ({ ...area, points: area.points.filter((point) => ids.has(point.bookingId)) }))
    .filter(({ points }) => points.length > 0);
  const isLatest = last === progress.interviews.length - 1;
  return areas.length === 0 ? null : { interviews, areas, nextFocus: isLatest ? progress.nextFocus : null };
}
