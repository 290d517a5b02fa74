import { cancelBookings, reopenDays } from "@greenroom/contract/desk/bookings.ts";
import { countOf } from "@greenroom/contract/kernel/plain-text.ts";
import { auditReason, recordAudit } from "../../kernel/audit.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { lockSubjects } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { conflict } from "../../kernel/errors.ts";
import { formatSessionCount } from "../../money/payments/rules.ts";
import { findPeople } from "../../people/accounts/profile.ts";
import { mailDayClosed, mailDayReopened } from "../../schedule/availability/jobs.ts";
import { clearSlotCache } from "../../schedule/availability/open-slots.ts";

import {
  type CalendarDay,
  closeDay,
  countFreeTimes,
  findClosedDays,
  formatCalendarDay,
  reopenDay,
} from "../../schedule/availability/time-off.ts";
import { cancelLocked, findEmptiedDays, lockPending } from "../../schedule/bookings/cancel.ts";
import { formatInterviewTime } from "../../schedule/bookings/mail-context.ts";
import type { BookingRecord } from "../../schedule/bookings/rules.ts";
import { type ActionCall, action, numberLines, type RunBy, undoBy } from "../action.ts";

/**
 * Cancels all of these bookings that have not begun, or none: the sessions are returned, and each party is told by
 * mail. One that is under way is canceled only if it is the only one that was chosen. With `closesDays` the
 * interviewers' other free times of those days are closed, too. Throws `not_found`, and `conflict` if one of them is no
 * longer pending or nothing is left to cancel.
 */
export const cancel = action(cancelBookings, {
  async lock({ deps, tx, input }) {
    const bookings = await lockPending(tx, input.bookingIds);
    const split = splitByStart(deps, bookings);
    return { ...split, closing: input.closesDays === true ? await findClosableDays(deps, tx, split) : [] };
  },
  async plan({ tx, input, subject: { begun, upcoming, isUnderWay, closing } }) {
    const people = await findPeople(tx, partiesOf([...begun, ...upcoming]));
    const email = (id: string) => people.get(id)?.email ?? "a deleted user";
    const count = upcoming.length;
    return {
      data: {
        isUnderWay,
        begun: begun.map(({ id, startsAt, endsAt }) => ({ id, startsAt, endsAt })),
        upcoming: upcoming.map(({ id, startsAt, endsAt, intervieweeId, interviewerId }) => ({
          ...{ id, startsAt, endsAt, intervieweeId, interviewerId },
          interviewee: email(intervieweeId),
          interviewer: email(interviewerId),
        })),
        closesDays: input.closesDays === true,
        // Without the number of free times, because one that passes in between does not change the action.
        closing: closing.map(({ interviewerId, day }) => ({ interviewer: email(interviewerId), day })),
      },
      typed: count > 1 || isUnderWay ? `CANCEL ${count}` : null,
      // It returns a session that may be late to cancel, and releases the interviewer without a mark.
      beneficiaries: partiesOf([...begun, ...upcoming]),
    };
  },
  describe({ isUnderWay, begun, upcoming, closesDays, closing }, deps) {
    const nameOf = nameIn(deps);
    const count = upcoming.length;
    const interviewees = new Set(upcoming.map(({ intervieweeId }) => intervieweeId)).size;
    return [
      ...(isUnderWay
        ? [{ label: "Careful", text: "The interview has begun: both people may be in the room." }]
        : []),
      ...numberLines(
        begun.map((booking) => ({
          label: "Left alone",
          text: `${nameOf(booking)}: it has begun, and both people may be in the room.`,
        })),
      ),
      ...numberLines(
        upcoming.map((booking) => ({
          label: nameOf(booking),
          text: `${booking.interviewee} with ${booking.interviewer}.`,
        })),
      ),
      {
        label: "Sessions",
        text: `${formatSessionCount(count)} ${count === 1 ? "is" : "are"} returned to ${interviewees === 1 ? "1 person" : `${interviewees} people`}.`,
      },
      {
        label: "Earnings",
        text:
          count === 1
            ? "The interviewer earns nothing for it, and the slot is removed from their calendar."
            : "The interviewers earn nothing for these, and the slots are removed from their calendars.",
      },
      ...(closesDays ? describeClosing(closing) : []),
      { label: "Emails", text: `${new Set(partiesOf(upcoming)).size} people are told by email.` },
    ];
  },
  async run({ deps, tx, subject: { begun, upcoming, closing } }, by) {
    for (const booking of upcoming) await cancelLocked(deps, tx, booking, by);
    const daysOff = await closeFreeTimes(deps, tx, closing, by);
    const count = upcoming.length;
    const closed = daysOff.length === 0 ? "" : " Nobody can book the other times of the day any more.";
    const outcome = (text: string) => (booking: BookingRecord) => ({ booking, text });
    const outcomes = [
      ...begun.map(outcome("Left alone: it has begun.")),
      ...upcoming.map(outcome("Canceled; the session has been returned.")),
    ].sort((one, other) => one.booking.startsAt.getTime() - other.booking.startsAt.getTime());
    return {
      msg: `${count} interview${count === 1 ? " is" : "s are"} canceled. The sessions have been returned, and everybody gets an email.${closed}${nameBegun(deps, begun)}`,
      outcomes: outcomes.map(({ booking, text }) => ({
        _id: booking.id,
        label: nameIn(deps)(booking),
        text,
      })),
      undo:
        daysOff.length === 0
          ? null
          : undoBy(reopenDays, {
              input: { daysOff },
              label: daysOff.length === 1 ? "Open the day again" : "Open the days again",
            }),
    };
  },
  limit: {
    kind: "cancel",
    isForSupportOnly: true,
    amount: ({ upcoming }) => upcoming.length,
    most: ({ operator }) => operator.supportCancellationsPerDay,
    format: (count) => countOf(count, "cancellation"),
  },
  afterwards: clearSlotCache,
});

type Parties = Pick<BookingRecord, "intervieweeId" | "interviewerId">;
const partiesOf = (bookings: readonly Parties[]) =>
  bookings.flatMap(({ intervieweeId, interviewerId }) => [intervieweeId, interviewerId]);

type Times = Pick<BookingRecord, "startsAt" | "endsAt">;
const nameIn =
  ({ config }: Deps) =>
  (booking: Times) =>
    formatInterviewTime(booking, config.business.timeZone).short;

/** Throws `conflict` if nothing is left to cancel. */
function splitByStart(deps: Deps, bookings: readonly BookingRecord[]) {
  const now = deps.clock.now();
  const [only] = bookings;
  if (bookings.length === 1 && only !== undefined && only.startsAt <= now && only.endsAt > now)
    return { begun: [], upcoming: [only], isUnderWay: true };
  const begun = bookings.filter(({ startsAt }) => startsAt <= now);
  const upcoming = bookings.filter(({ startsAt }) => startsAt > now);
  if (upcoming.length === 0) throw conflict(`Nothing is canceled.${nameBegun(deps, begun)}`);
  return { begun, upcoming, isUnderWay: false };
}

/** Names the interviews that a cancellation leaves alone; empty without one, and otherwise with a space before it. */
function nameBegun(deps: Deps, begun: readonly Times[]): string {
  if (begun.length === 0) return "";
  const reason = begun.length === 1 ? "it has begun" : "they have begun";
  return ` Left alone, because ${reason}: ${begun.map(nameIn(deps)).join("; ")}.`;
}

/**
 * The days that these bookings would leave without an interview but with free times, which people could still book. A
 * day is one of the business's zone, as the desk shows it.
 */
async function findClosableDays(
  deps: Deps,
  tx: Tx,
  {
    upcoming: canceled,
    begun: underWay,
  }: { upcoming: readonly BookingRecord[]; begun: readonly BookingRecord[] },
) {
  const emptied = await findEmptiedDays(tx, canceled, underWay, deps.config.business.timeZone);
  const counts = await countFreeTimes(tx, emptied, deps.clock.now());
  return emptied.filter((_day, index) => (counts[index] ?? 0) > 0);
}

function describeClosing(days: readonly { interviewer: string; day: string }[]) {
  if (days.length === 0) {
    const text =
      "There are none to close: the interviewer has other interviews that day, or no free time left.";
    return [{ label: "Free times", text }];
  }
  const back =
    "They see it as time off under Weekly hours. When they end it there, the free times come back.";
  return numberLines(
    days.map(({ interviewer, day }) => ({
      label: "Free times",
      text: `${interviewer} gets a day off on ${formatCalendarDay(day)}, so nobody can book them then. ${back}`,
    })),
  );
}

/** Closes days of interviewers whose locks the caller holds, tells each by mail, and returns the ids of the days off. */
async function closeFreeTimes(
  deps: Deps,
  tx: Tx,
  days: readonly CalendarDay[],
  by: RunBy,
): Promise<string[]> {
  const now = deps.clock.now();
  const ids: string[] = [];
  for (const { interviewerId, day, timeZone } of days) {
    const id = await closeDay(deps, tx, { interviewerId, day, timeZone }, now);
    await deps.jobs.enqueue(tx, mailDayClosed, { interviewerId, day, timeZone, timeOffId: id });
    await recordDay({ tx, now }, "closed", { interviewerId, day, timeZone }, by);
    ids.push(id);
  }
  return ids;
}

async function recordDay(
  { tx, now }: Pick<ActionCall<unknown>, "tx" | "now">,
  what: "closed" | "reopened",
  { interviewerId, day, timeZone }: CalendarDay,
  { actor, reason, approved }: RunBy,
): Promise<void> {
  await recordAudit(tx, {
    actor,
    action: `availability.day-${what}`,
    subject: `user:${interviewerId}`,
    details: { day, timeZone, ...auditReason(reason, approved) },
    now,
  });
}

/**
 * Ends the days off that a cancellation made: the free times that are still ahead can be booked again, and
 * each interviewer is told by mail. Throws `conflict` if one of them has ended or passed.
 */
export const reopen = action(reopenDays, {
  /** Finds the days with their interviewers locked, the same in every transaction's order. */
  async lock({ tx, input: { daysOff }, now }) {
    const found = await findClosedDays(tx, daysOff, now);
    await lockSubjects(
      tx,
      found.map(({ interviewerId }) => interviewerId),
    );
    const locked = await findClosedDays(tx, daysOff, now);
    if (locked.length === daysOff.length) return locked;
    throw conflict(
      daysOff.length === 1
        ? "This day off has ended already, so there is nothing to undo."
        : "Some of these days off have ended already. The interviewers can end the others under Weekly hours.",
    );
  },
  async plan({ tx, subject: days }) {
    const ids = days.map(({ interviewerId }) => interviewerId);
    const people = await findPeople(tx, ids);
    const email = (id: string) => people.get(id)?.email ?? "a deleted user";
    return {
      data: days.map(({ id, interviewerId, day }) => ({ id, interviewer: email(interviewerId), day })),
      beneficiaries: ids,
    };
  },
  describe: (days) => [
    ...numberLines(
      days.map(({ interviewer, day }) => ({
        label: "Day off",
        text: `The day off of ${interviewer} on ${formatCalendarDay(day)} ends, and its free times can be booked again.`,
      })),
    ),
    { label: "Interviews", text: "Those that were canceled stay canceled." },
  ],
  async run({ deps, tx, subject: days, now }, by) {
    let added = 0;
    for (const closed of days) {
      added += (await reopenDay(tx, closed, now)).added;
      const { interviewerId, day, timeZone } = closed;
      await deps.jobs.enqueue(tx, mailDayReopened, { interviewerId, day, timeZone });
      await recordDay({ tx, now }, "reopened", closed, by);
    }
    const ended = days.length === 1 ? "The day off has ended." : `${days.length} days off have ended.`;
    const times =
      added === 0
        ? "No free time is left on it."
        : `${added} free time${added === 1 ? "" : "s"} can be booked again.`;
    return { msg: `${ended} ${times} The interviews stay canceled.` };
  },
  afterwards: clearSlotCache,
});
