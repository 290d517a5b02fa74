/** How long before the start an interview is announced on every page of the dashboards. */
export const announcedMinutes = 60;

interface Interview {
  status: string;
  startTime: string;
  endTime: string;
}

/** The interview that is on now or starts within the hour, the earliest first; null without one. */
export function findNextInterview<T extends Interview>(interviews: readonly T[], now: Date): T | null {
  const announced = interviews.filter(
    ({ status, startTime, endTime }) =>
      status === "pending" &&
      Date.parse(startTime) <= now.getTime() + announcedMinutes * 60_000 &&
      Date.parse(endTime) > now.getTime(),
  );
  return announced.sort((a, b) => Date.parse(a.startTime) - Date.parse(b.startTime))[0] ?? null;
}

const hourMilliseconds = 3_600_000;

/**
 * The starts to ask the server for, in whole hours, so that the same answer serves for an hour. The first part
 * contains every interview that is still on.
 */
export function startsToAsk(now: Date): { from: string; to: string } {
  const hour = Math.floor(now.getTime() / hourMilliseconds);
  const at = (hours: number) => new Date((hour + hours) * hourMilliseconds).toISOString();
  return { from: at(-3), to: at(3) };
}
