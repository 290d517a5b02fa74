import { addMinutes, slotHorizonDays, slotMinutes } from "@greenroom/contract/kernel/time.ts";
import { invalidField } from "../../kernel/errors.ts";

/** Half open: includes `from`, excludes `to`. */
export interface TimeWindow {
  from: Date;
  to: Date;
}

/**
 * Default start of an interviewer's own list, in days before now, so that this month's calendar shows past slots.
 */
const lookBackDays = 31;
const minutesPerDay = 24 * 60;
/** Later than any slot that can be offered. An interviewer's own list leaves out none of them. */
const endOfTime = new Date("2200-01-01T00:00:00Z");

/** The window of bookable slots. It never includes the past. Throws `invalid_input` if it ends before it starts. */
export function bookableWindow(requested: Partial<TimeWindow>, now: Date): TimeWindow {
  const window = checkWindowOrder({
    from: requested.from ?? now,
    to: requested.to ?? addMinutes(requested.from ?? now, slotHorizonDays * minutesPerDay),
  });
  return window.from < now ? { ...window, from: now } : window;
}

/**
 * The window of an interviewer's own list, which may include the past. Throws `invalid_input` if it ends before it
 * starts.
 */
export function ownWindow(requested: Partial<TimeWindow>, now: Date): TimeWindow {
  return checkWindowOrder({
    from:
      requested.from ??
      addMinutes(
        requested.to !== undefined && requested.to < now ? requested.to : now,
        -lookBackDays * minutesPerDay,
      ),
    to: requested.to ?? endOfTime,
  });
}

function checkWindowOrder(window: TimeWindow): TimeWindow {
  if (window.from > window.to) throw invalidField("to", "The end of the range must not be before its start.");
  return window;
}

/**
 * Computes the times of a slot that may be offered now. Throws `invalid_input` for a past start or one that is not
 * on a whole minute.
 */
export function createSlotTimes(startsAt: Date, now: Date): { startsAt: Date; endsAt: Date } {
  if (startsAt <= now) throw invalidField("slotTime", "You cannot add slots in the past.");
  if (startsAt.getTime() % 60_000 !== 0) throw invalidField("slotTime", "A slot starts on a whole minute.");
  return { startsAt, endsAt: addMinutes(startsAt, slotMinutes) };
}
