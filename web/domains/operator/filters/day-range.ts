import { dayAfter, startOfDay } from "../../../format/start-of-day.ts";

/**
 * The instants from the start of one day to the end of another, in a zone, as a list's query expects them.
 */
export function dayRange(fromDay: string | undefined, toDay: string | undefined, timeZone: string) {
  return {
    from: fromDay === undefined ? undefined : startOfDay(fromDay, timeZone).toISOString(),
    to: toDay === undefined ? undefined : startOfDay(dayAfter(toDay), timeZone).toISOString(),
  };
}
