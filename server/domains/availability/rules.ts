import { addMinutes, slotHorizonDays, slotMinutes } from "@greenroom/contract/time.ts";
import { invalidField } from "../../http/errors.ts";

/** Half open: `from` is in it, `to` is not. */
export interface TimeWindow {
  from: Date;
  to: Date;
}

/** How far back an interviewer's own list goes when no start is named: this month's calendar shows what was. */
const lookBackDays = 31;
const minutesPerDay = 24 * 60;

/** The window of bookable slots; what has passed is never in it. Throws `invalid_input` when it ends before it starts. */
export function bookableWindow(asked: Partial<TimeWindow>, now: Date): TimeWindow {
  const window = inOrder({
    from: asked.from ?? now,
    to: asked.to ?? addMinutes(asked.from ?? now, slotHorizonDays * minutesPerDay),
  });
  return window.from < now ? { ...window, from: now } : window;
}

/** The window of an interviewer's own list, which may look back. Throws `invalid_input` when it ends before it starts. */
export function ownWindow(asked: Partial<TimeWindow>, now: Date): TimeWindow {
  return inOrder({
    from:
      asked.from ??
      addMinutes(asked.to !== undefined && asked.to < now ? asked.to : now, -lookBackDays * minutesPerDay),
    to:
      asked.to ??
      addMinutes(
        asked.from !== undefined && asked.from > now ? asked.from : now,
        slotHorizonDays * minutesPerDay,
      ),
  });
}

function inOrder(window: TimeWindow): TimeWindow {
  if (window.from > window.to) throw invalidField("to", "The end of the range must not be before its start.");
  return window;
}

/** A slot that may be offered now. Throws `invalid_input` for a start that has passed or is not on a whole minute. */
export function newSlot(startsAt: Date, now: Date): { startsAt: Date; endsAt: Date } {
  if (startsAt <= now) throw invalidField("slotTime", "You cannot add slots in the past.");
  if (startsAt.getTime() % 60_000 !== 0) throw invalidField("slotTime", "A slot starts on a whole minute.");
  return { startsAt, endsAt: addMinutes(startsAt, slotMinutes) };
}
