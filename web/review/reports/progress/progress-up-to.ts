import { namesOfArea } from "@greenroom/contract/review/reports/area-names.ts";
import type { Progress } from "@greenroom/contract/review/reports/progress.ts";

/**
 * The progress up to and including this interview, oldest first. Null for a first interview, because one interview
 * shows no progress. Areas have their names of then, so that they match the report beside them.
 */
export function progressUpTo(progress: Progress, bookingId: string): Progress | null {
  const last = progress.interviews.findIndex((interview) => interview.bookingId === bookingId);
  if (last < 1) return null;
  const interviews = progress.interviews.slice(0, last + 1);
  const ids = new Set(interviews.map((interview) => interview.bookingId));
  const areas = progress.areas.flatMap((area) => {
    const points = area.points.filter((point) => ids.has(point.bookingId));
    const names = namesOfArea(points.map(({ label = area.label }) => ({ label })));
    return names === null ? [] : [{ name: area.name, ...names, points }];
  });
  const isLatest = last === progress.interviews.length - 1;
  return areas.length === 0 ? null : { interviews, areas, nextFocus: isLatest ? progress.nextFocus : null };
}
