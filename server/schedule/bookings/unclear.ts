import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { type BookingStatus, nobodyCameAnswerHours } from "@greenroom/contract/schedule/bookings.ts";
import { sql } from "kysely";
import type { Actor } from "../../kernel/actor.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import type { Waiting, WaitingFilter } from "../../kernel/db/read-lists.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { conflict } from "../../kernel/errors.ts";
import { findUnclear, lockOwnBooking, selectDue, type UnclearRow } from "./find-booking.ts";
import { mailOutcome } from "./outcome-mails.ts";
import {
  askedParties,
  type BookingRecord,
  isDisputed,
  mayReturn,
  mostOwnReturns,
  ownReturnDays,
  partyOf,
  readRecord,
} from "./rules.ts";
import { completeBooking, returnSession, settleAll } from "./settle.ts";
import { decideReports, findReports, getInterviewEvidence, selectBookings, updateUnclear } from "./store.ts";

/**
 * Answers as a party whether an unclear interview took place. The interviewee alone decides about one that ended early.
 * One to which nobody came took place only if both say so. Throws `not_found`, and `conflict` if this person is not
 * asked, if the other one has reported them as absent, if they took back others lately, or if the session would be returned although both went on in the
 * room for long enough.
 */
export async function answerUnclear(
  deps: Deps,
  actor: Actor,
  { bookingId, tookPlace }: { bookingId: string; tookPlace: boolean },
): Promise<{ msg: string; status: BookingStatus }> {
  const now = deps.clock.now();
  return await inTransaction(deps.database, async (tx) => {
    const booking = await lockOwnBooking(tx, actor, bookingId);
    const by = partyOf(booking, actor);
    const unclear = await findUnclear(tx, bookingId);
    if (unclear === null || !askedParties(booking, unclear).includes(by))
      throw conflict("This interview has no question for you that waits for an answer.");
    if (isDisputed(by, await findReports(tx, bookingId)))
      throw conflict(
        "The other person has reported that you did not come, so our team decides and writes to you.",
      );
    if (!tookPlace && unclear.found === "ended-early") await checkFewReturned(tx, bookingId, now);
    await updateUnclear(tx, bookingId, { [`${by}Confirmed`]: tookPlace });
    if (!tookPlace) {
      await checkStillShort(deps, tx, bookingId);
      await returnSession(deps, tx, booking, { by, now });
      return {
        msg:
          by === "interviewee"
            ? "✅ Your session has been returned."
            : "Thank you. The session is returned, and nothing is paid.",
        status: "cancelled",
      };
    }
    if (askedParties(booking, { ...unclear, [`${by}Confirmed`]: true }).length > 0)
      return { msg: "Thank you. The interview counts once both of you have said so.", status: "pending" };
    await confirm(deps, tx, booking, now);
    return { msg: "✅ Thank you. The interview is completed.", status: "completed" };
  });
}

/** After some returns, our team decides. */
async function checkFewReturned(tx: Tx, bookingId: string, now: Date): Promise<void> {
  const { lastOwnReturn } = await selectBookings(tx)
    .where("booking.id", "=", bookingId)
    .executeTakeFirstOrThrow();
  if (mayReturn(lastOwnReturn, now)) return;
  throw conflict(
    `You took back ${mostOwnReturns} short interviews in ${ownReturnDays} days, so our team decides about this one and writes to you.`,
  );
}

/** After an early end both can stay in the room, where the record goes on. */
async function checkStillShort(deps: Deps, tx: Tx, bookingId: string): Promise<void> {
  const evidence = await getInterviewEvidence(deps, tx, bookingId);
  if (readRecord(evidence, deps.config.minTogetherMinutes) !== "took-place") return;
  const minutes = Math.floor(evidence.secondsTogether / 60);
  throw conflict(
    `You stayed together for ${minutes} min, so the session can't be returned here. If something went wrong, please write to us.`,
  );
}

/** Completes an unclear interview, and tells the interviewer. The caller holds both parties' locks. */
async function confirm(deps: Deps, tx: Tx, booking: BookingRecord, now: Date): Promise<void> {
  await decideReports(tx, booking.id, null, now);
  await completeBooking(deps, tx, booking, now);
  await deps.jobs.enqueue(tx, mailOutcome, { bookingId: booking.id, to: "interviewer", about: "took-place" });
}

/**
 * Reads the record of interviews that were ended early once more after their booked end, and completes those in which
 * both went on in the room for long enough. Returns how many it read.
 */
export async function completeContinued(deps: Deps): Promise<number> {
  const now = deps.clock.now();
  const select = (database: Database | Tx) =>
    selectUnclear(database, "ended-early", now).where(
      sql<boolean>`exists (select from unclear_interviews unclear where unclear.booking_id = bookings.id
          and unclear.rechecked_at is null and unclear.found_at < bookings.ends_at)`,
    );
  return await settleAll(deps, select, async (tx, booking) => {
    const evidence = await getInterviewEvidence(deps, tx, booking.id);
    const secondsTogether = Math.floor(evidence.secondsTogether);
    await updateUnclear(tx, booking.id, { secondsTogether, recheckedAt: now });
    if (readRecord(evidence, deps.config.minTogetherMinutes) === "took-place")
      await confirm(deps, tx, booking, now);
  });
}

/**
 * Returns the sessions of interviews to which nobody came and of which not both said within a day that they took place
 * elsewhere. Returns how many.
 */
export async function returnUnanswered(deps: Deps): Promise<number> {
  const now = deps.clock.now();
  const endedBy = addMinutes(now, -60 * nobodyCameAnswerHours);
  return await settleAll(
    deps,
    (database) => selectUnclear(database, "nobody-came", endedBy),
    (tx, booking) => returnSession(deps, tx, booking, { by: "operator", now }),
  );
}

/** Unclear interviews that nobody has answered, without those about which a report waits for our team. */
function selectUnclear(database: Database | Tx, found: UnclearRow["found"], endedBy: Date) {
  return selectDue(database, endedBy).where(({ and, exists, not, selectFrom }) =>
    and([
      exists(
        selectFrom("unclearInterviews as unclear")
          .whereRef("unclear.bookingId", "=", "bookings.id")
          .where("unclear.outcome", "is", null)
          .where("unclear.found", "=", found),
      ),
      not(
        exists(
          selectFrom("noShowReports as report")
            .whereRef("report.bookingId", "=", "bookings.id")
            .where("report.outcome", "=", "pending"),
        ),
      ),
    ]),
  );
}

interface WaitingShortInterview extends Waiting {
  startsAt: Date;
  intervieweeId: string;
  interviewerId: string;
  secondsTogether: number;
  reason: string | null;
}

/** Interviews that ended early and wait for an answer. */
export async function listShortInterviews(
  database: Database,
  { limit, matches }: WaitingFilter,
): Promise<WaitingShortInterview[]> {
  const { rows } = await sql<WaitingShortInterview>`
    select booking.id as subject, unclear.found_at as since, unclear.seconds_together, unclear.reason,
      booking.starts_at, booking.interviewee_id, booking.interviewer_id
    from unclear_interviews unclear join bookings booking on booking.id = unclear.booking_id
    where unclear.outcome is null and unclear.found = 'ended-early' and booking.status = 'pending'
      and ${matches(sql`booking.id::text`, sql`unclear.found_at`)}
    order by unclear.found_at limit ${limit}`.execute(database);
  return rows;
}

/**
 * Replaces what names a person who deletes their account, a regular expression of PostgreSQL, in the reasons of short
 * interviews and of proposed moves.
 */
export async function eraseFromBookings(tx: Tx, userId: string, naming: string): Promise<void> {
  await sql`
    update unclear_interviews unclear set reason = left(regexp_replace(reason, ${naming}, 'Deleted user', 'gi'), 500)
    from bookings booking
    where booking.id = unclear.booking_id and reason ~* ${naming}
      and (booking.interviewee_id = ${userId} or booking.interviewer_id = ${userId})`.execute(tx);
  await sql`
    update move_proposals set reason = left(regexp_replace(reason, ${naming}, 'Deleted user', 'gi'), 500)
    where (interviewee_id = ${userId} or interviewer_id = ${userId}) and reason ~* ${naming}`.execute(tx);
}
