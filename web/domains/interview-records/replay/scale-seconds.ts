const stepMinutes = [1, 2, 5, 10, 15, 20, 30, 60];
/** More labels than this do not fit side by side on a phone. */
const mostSteps = 4;

/** The times on the scale of a record, at equal distances from 0 to at most its last second. */
export function scaleSeconds(lastSecond: number): number[] {
  const step = 60 * (stepMinutes.find((minutes) => lastSecond / (60 * minutes) <= mostSteps) ?? 60);
  return Array.from({ length: 1 + Math.max(0, Math.floor(lastSecond / step)) }, (_, index) => index * step);
}
