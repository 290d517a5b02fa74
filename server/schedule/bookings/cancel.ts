import {
  type Booking,
  type CancellationOutcome,
  type InterviewerBooking,
  parties,
} from "@greenroom/contract/schedule/bookings.ts";
import { sql } from "kysely";
import type { Actor } from "../../kernel/actor.ts";
import { type Approved, type AuditActor, auditReason, recordAudit } from "../../kernel/audit.ts";
import { toInstantRange } from "../../kernel/days.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, conflict } from "../../kernel/errors.ts";
import { answerOnce, type KeyedRequest } from "../../kernel/idempotency.ts";
import { clearSlotCache } from "../availability/open-slots.ts";
import { calendarDayAt } from "../availability/plan-slots.ts";
import type { CalendarDay } from "../availability/time-off.ts";
import { getBooking, lockOwnBooking, lockParties, notPendingError } from "./find-booking.ts";
import { mailOutcome } from "./outcome-mails.ts";
import { getPresentedBooking, getPresentedInterview } from "./present.ts";
import {
  attendedTogetherMinutes,
  type BookingRecord,
  freeUntil,
  mayCancel,
  mayCancelAsInterviewer,
} from "./rules.ts";
import { applyNoShow, performCancellation } from "./settle.ts";
import { decideReports, getInterviewEvidence } from "./store.ts";

interface Cancellation {
  bookingId: string;
  /** The outcome that the person was shown before; undefined if they were shown none. */
  expecting?: CancellationOutcome | undefined;
}

/**
 * Cancels as interviewee. Within the notice period the credit is returned and the slot is free again; later the
 * credit is forfeited and the interviewer is paid. Throws `not_found`, and `conflict` if the interview has begun or
 * is no longer pending, if the outcome differs from the one that the person was shown, or if the key names another
 * request.
 */
export async function cancelBooking(
  deps: Deps,
  actor: Actor,
  cancellation: Cancellation,
  request: KeyedRequest | null,
): Promise<{ msg: string; booking: Booking }> {
  const { database, clock } = deps;
  const { bookingId, expecting } = cancellation;
  const now = clock.now();
  const answer = await answerOnce<{ msg: string }>({ database, now }, request, (keep) =>
    inTransaction(database, async (tx) => {
      const booking = await lockOwnBooking(tx, actor, bookingId);
      if (booking.intervieweeId !== actor.userId)
        throw new AppError("forbidden", { msg: "Only the interviewee can cancel here." });
      if (booking.status !== "pending") throw notPendingError(booking);
      if (!mayCancel(booking, now))
        throw conflict("This interview has started, so it can no longer be canceled.");
      const isFree = now <= freeUntil(booking, deps.config.cancelNoticeHours);
      const outcome: CancellationOutcome = isFree ? "session-returned" : "session-forfeited";
      if (expecting !== undefined && expecting !== outcome) {
        const msg = isFree
          ? "Canceling is free: the session would be returned. Nothing was canceled."
          : "It is now too late to cancel for free: canceling would cost the session. Nothing was canceled.";
        throw new AppError("conflict", { msg, details: { outcome } });
      }
      await performCancellation(deps, tx, booking, { by: "interviewee", forfeits: !isFree, now });
      const msg = isFree
        ? "✅ Your interview is canceled and your session has been returned."
        : "Your interview is canceled. It was too late to cancel for free, so the session isn't returned.";
      await keep(tx, { msg });
      return { msg };
    }),
  );
  clearSlotCache(deps);
  return { ...answer, booking: await getPresentedBooking(deps, bookingId) };
}

/**
 * Cancels as interviewer: the credit is always returned, and the slot is removed from their calendar. Once it has started
 * the interviewer has missed it. Throws `not_found`, and `conflict` if both have met or the booking is no longer pending.
 */
export async function cancelInterview(
  deps: Deps,
  actor: Actor,
  bookingId: string,
  request: KeyedRequest | null,
): Promise<{ msg: string; booking: InterviewerBooking }> {
  const { database, clock } = deps;
  const now = clock.now();
  const answer = await answerOnce<{ msg: string }>({ database, now }, request, (keep) =>
    inTransaction(database, async (tx) => {
      const booking = await lockOwnBooking(tx, actor, bookingId);
      if (booking.interviewerId !== actor.userId)
        throw new AppError("forbidden", { msg: "Only the interviewer can cancel here." });
      const evidence = await getInterviewEvidence(deps, tx, bookingId);
      if (evidence.isUnclear) throw notPendingError(booking);
      if (!mayCancelAsInterviewer(booking, evidence, now)) {
        const isOn = mayCancelAsInterviewer(booking, { ...evidence, secondsTogether: 0 }, now);
        throw isOn
          ? conflict(
              `You have both been in the interview for ${attendedTogetherMinutes} minutes, so it can't be canceled. End it instead.`,
            )
          : notPendingError(booking);
      }
      const hasStarted = booking.startsAt <= now;
      if (hasStarted) {
        await applyNoShow(deps, tx, booking, "interviewer", now);
        await decideReports(tx, bookingId, "interviewer", now);
        for (const to of parties)
          await deps.jobs.enqueue(tx, mailOutcome, { bookingId, to, about: "canceled-late" });
      } else {
        await performCancellation(deps, tx, booking, { by: "interviewer", forfeits: false, now });
      }
      const canceled = {
        msg: `✅ The interview is canceled. The interviewee gets the session back and an email.${hasStarted ? " It counts as missed, because it had started." : ""}`,
      };
      await keep(tx, canceled);
      return canceled;
    }),
  );
  return {
    ...answer,
    booking: await getPresentedInterview(deps, bookingId),
  };
}

/**
 * Locks all parties and returns the pending bookings sorted by start. Throws `not_found`, and `conflict` if one of
 * them is no longer pending.
 */
export async function lockPending(tx: Tx, bookingIds: readonly string[]): Promise<BookingRecord[]> {
  const found = await Promise.all(bookingIds.map((id) => getBooking(tx, id)));
  await lockParties(tx, found);
  const bookings = await Promise.all(bookingIds.map((id) => getBooking(tx, id)));
  for (const booking of bookings) if (booking.status !== "pending") throw notPendingError(booking);
  return bookings.sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime());
}

/**
 * Cancels a booking from `lockPending`: the credit is returned and both parties are told by mail. Clear the cache of
 * slots after the commit.
 */
export async function cancelLocked(
  deps: Deps,
  tx: Tx,
  booking: BookingRecord,
  { reason, actor, approved }: { reason: string; actor: AuditActor; approved?: Approved },
): Promise<void> {
  const now = deps.clock.now();
  await performCancellation(deps, tx, booking, { by: "operator", forfeits: false, now });
  const subject = `booking:${booking.id}`;
  const details = { ...auditReason(reason, approved) };
  await recordAudit(tx, { actor, action: "booking.cancelled", subject, details, now });
}

/**
 * The days of a zone on which the canceled bookings are all that their interviewer has left, so that the day is without
 * an interview then. Hold the interviewers' locks.
 */
export async function findEmptiedDays(
  tx: Tx,
  canceled: readonly Pick<BookingRecord, "id" | "interviewerId" | "startsAt">[],
  /** Interviews that are under way and go on; their day counts as empty afterwards. */
  underWay: readonly Pick<BookingRecord, "id">[],
  timeZone: string,
): Promise<CalendarDay[]> {
  const days = new Map<string, CalendarDay>();
  for (const { interviewerId, startsAt } of canceled) {
    const day = calendarDayAt(startsAt, timeZone).toString();
    days.set(`${interviewerId} ${day}`, { interviewerId, day, timeZone });
  }
  const touched = [...days.values()];
  const spans = touched.map(({ day }) => toInstantRange({ firstDay: day, lastDay: day }, timeZone));
  const { rows } = await sql<{ hasOthers: boolean }>`
    select exists (select from bookings booking
      where booking.interviewer_id = span.interviewer_id and booking.status = 'pending'
        and booking.starts_at >= span.starts_at and booking.starts_at < span.ends_at
        and booking.id <> all (${[...canceled, ...underWay].map(({ id }) => id)}::uuid[])) as "hasOthers"
    from unnest(${touched.map(({ interviewerId }) => interviewerId)}::uuid[],
      ${spans.map(({ startsAt }) => startsAt)}::timestamptz[],
      ${spans.map(({ endsAt }) => endsAt)}::timestamptz[])
      with ordinality span (interviewer_id, starts_at, ends_at, place)
    order by span.place`.execute(tx);
  return touched.filter((_, index) => rows[index]?.hasOthers === false);
}
