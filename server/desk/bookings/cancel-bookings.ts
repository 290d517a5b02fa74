import { type ConfirmedAction, maxActionRows } from "@greenroom/contract/desk/actions.ts";
import { countOf } from "@greenroom/contract/kernel/plain-text.ts";
import { z } from "zod";
import type { Actor } from "../../kernel/actor.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { formatSessionCount } from "../../money/payments/rules.ts";
import { findPeople } from "../../people/accounts/profile.ts";
import { clearSlotCache } from "../../schedule/availability/slot-cache.ts";
import { cancelLocked, lockPending } from "../../schedule/bookings/cancel.ts";
import { findBooking } from "../../schedule/bookings/find-booking.ts";
import { formatInterviewTime } from "../../schedule/bookings/mail-context.ts";
import type { BookingRecord } from "../../schedule/bookings/rules.ts";
import type { ApprovableAction } from "../approvals/approvable-action.ts";
import { performOrRequestApproval, previewAction } from "../approvals/perform-or-request-approval.ts";
import { numberLines } from "../preview.ts";
import { closeFreeTimes, describeClosing, findClosableDays } from "./close-free-times.ts";
import { nameBegun } from "./name-begun.ts";

const payload = z.object({
  bookingIds: z.array(z.string()).min(1).max(maxActionRows),
  /** Closes the days that would be left without an interview. Approvals from before this field have none. */
  closesDays: z.boolean().optional(),
});
type Payload = z.infer<typeof payload>;

/**
 * Cancels all of these bookings that have not begun, or none: the sessions are returned, and each party is told by
 * mail. One that is under way is canceled only if it is the only one that was chosen. With `closesDays` the
 * interviewers' other free times of those days are closed, too. Throws `not_found`, and `conflict` if one of them is no
 * longer pending or nothing is left to cancel.
 */
export const cancelAction: ApprovableAction<Payload> = {
  kind: "cancel",
  isLimitForSupportOnly: true,
  payload,
  async plan(deps, tx, { bookingIds, closesDays = false }) {
    const bookings = await lockPending(tx, bookingIds);
    const { upcoming } = splitByStart(deps, bookings);
    return {
      payload: { bookingIds, closesDays },
      ...(await describe(deps, tx, bookings, closesDays)),
      // It returns a session that may be late to cancel, and releases the interviewer without a mark.
      beneficiaries: partiesOf(bookings),
      amount: upcoming.length,
      limit: deps.config.operator.supportCancellationsPerDay,
      format: (count) => countOf(count, "cancellation"),
    };
  },
  async run(deps, tx, { bookingIds, closesDays = false }, by) {
    const bookings = await lockPending(tx, bookingIds);
    const split = splitByStart(deps, bookings);
    const { begun, upcoming } = split;
    const closing = closesDays ? await findClosableDays(deps, tx, split) : [];
    for (const booking of upcoming) await cancelLocked(deps, tx, booking, by);
    const closedDays = await closeFreeTimes(deps, tx, closing, by);
    const count = upcoming.length;
    const what = `${count} interview${count === 1 ? " is" : "s are"} canceled`;
    const closed = closing.length === 0 ? "" : " Nobody can book the other times of the day any more.";
    const { timeZone } = deps.config.business;
    const leftAlone = nameBegun(begun, timeZone);
    return {
      msg: `${what}. The sessions have been returned, and everybody gets an email.${closed}${leftAlone}`,
      closedDays,
    };
  },
  afterwards: clearSlotCache,
};

const partiesOf = (bookings: readonly BookingRecord[]) =>
  bookings.flatMap(({ intervieweeId, interviewerId }) => [intervieweeId, interviewerId]);

/** Throws `conflict` if nothing is left to cancel. */
function splitByStart({ clock, config }: Deps, bookings: readonly BookingRecord[]) {
  const now = clock.now();
  const [only] = bookings;
  if (bookings.length === 1 && only !== undefined && only.startsAt <= now && only.endsAt > now)
    return { begun: [], upcoming: [only], isUnderWay: true };
  const begun = bookings.filter(({ startsAt }) => startsAt <= now);
  const upcoming = bookings.filter(({ startsAt }) => startsAt > now);
  if (upcoming.length === 0) {
    const leftAlone = nameBegun(begun, config.business.timeZone);
    throw new AppError("conflict", { msg: `Nothing is canceled.${leftAlone}` });
  }
  return { begun, upcoming, isUnderWay: false };
}

/** Previews a cancellation, with the free times that it could close. */
export async function previewCancellations(deps: Deps, actor: Actor, payload: Payload) {
  const preview = await previewAction(deps, actor, cancelAction, payload);
  const days = await inTransaction(deps.database, async (tx) =>
    findClosableDays(deps, tx, splitByStart(deps, await lockPending(tx, payload.bookingIds))),
  );
  return { ...preview, freeTimes: days.reduce((sum, { freeTimes }) => sum + freeTimes, 0) };
}

/** Cancels bookings or requests an owner's approval, like `performOrRequestApproval`, and returns the outcome of each. */
export async function cancelBookings(
  deps: Deps,
  actor: Actor,
  { bookingIds, closesDays, ...confirmed }: ConfirmedAction & Payload,
) {
  const payload = { bookingIds, closesDays };
  const result = await performOrRequestApproval(deps, actor, cancelAction, { ...confirmed, payload });
  const { closedDays = [] } = result;
  if (result.approvalId !== null) return { ...result, closedDays, outcomes: [] };
  const { timeZone } = deps.config.business;
  const bookings = await Promise.all(bookingIds.map((id) => findBooking(deps.database, id)));
  const outcomes = bookings
    .filter((booking) => booking !== null)
    .sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
    .map((booking) => ({
      _id: booking.id,
      label: formatInterviewTime(booking, timeZone).short,
      text:
        booking.status === "pending"
          ? "Left alone: it has begun."
          : "Canceled; the session has been returned.",
    }));
  return { ...result, closedDays, outcomes };
}

async function describe(deps: Deps, tx: Tx, bookings: readonly BookingRecord[], closesDays: boolean) {
  const split = splitByStart(deps, bookings);
  const { begun, upcoming, isUnderWay } = split;
  const closing = closesDays ? await findClosableDays(deps, tx, split) : [];
  const people = await findPeople(tx, partiesOf(bookings));
  const email = (id: string) => people.get(id)?.email ?? "a deleted user";
  const { timeZone } = deps.config.business;
  const nameOf = (booking: BookingRecord) => formatInterviewTime(booking, timeZone).short;
  const mails = new Set(partiesOf(upcoming));
  const count = upcoming.length;
  const interviewees = new Set(upcoming.map(({ intervieweeId }) => intervieweeId)).size;
  return {
    lines: [
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
          text: `${email(booking.intervieweeId)} with ${email(booking.interviewerId)}.`,
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
      ...(closesDays ? describeClosing(closing, email) : []),
      { label: "Emails", text: `${mails.size} people are told by email.` },
    ],
    typedConfirmation: count > 1 || isUnderWay ? `CANCEL ${count}` : null,
    state: [
      ...bookings.flatMap(({ id, startsAt }) => [id, startsAt.toISOString()]),
      ...closing.flatMap(({ interviewerId, day }) => [interviewerId, day]),
    ],
  };
}
