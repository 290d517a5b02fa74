import { type Booking, parties } from "@greenroom/contract/schedule/bookings.ts";
import { type Goal, isBlankGoal } from "@greenroom/contract/schedule/goals.ts";
import { sql } from "kysely";
import type { Actor } from "../../kernel/actor.ts";
import { batchStatements, type Database, type Tx } from "../../kernel/db/database.ts";
import {
  errorForConstraint,
  isDatabaseUnavailable,
  slotTakenMessage,
} from "../../kernel/db/database-errors.ts";
import { inTransaction, lockSubjects } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, conflict } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { defineRecurringJob } from "../../kernel/jobs.ts";
import { findCurrentPlan } from "../../people/accounts/profile.ts";
import { clearSlotCache } from "../availability/open-slots.ts";
import { findHeldSlot, releaseHoldFor } from "../holds/holds.ts";
import { createRoomMeetings, makeMeeting } from "../meetings/create.ts";
import { mailConfirmation } from "./mails.ts";
import { createPolicyView, presentBooking, presentNewBooking } from "./present.ts";
import { checkBookable, checkSameBooking, type RequestedSlot } from "./rules.ts";
import { selectBookings } from "./store.ts";

interface BookSlotInput extends RequestedSlot {
  /** The caller's own key for this booking. The same key again returns the booking that it made the first time. */
  idempotencyKey: string | null;
  /** The interviewee's goal for the interview. A blank goal counts as none. */
  goal?: Goal | null;
}

/**
 * Books a slot for one credit. Slot, booking, credit and the pending announcement commit together. Throws
 * `invalid_input` for a past slot, `slot_taken`, `no_plan`, `no_credits`, and `conflict` when the interviewee has
 * an interview at that time or used the key for another booking.
 */
export async function bookSlot(deps: Deps, actor: Actor, input: BookSlotInput): Promise<Booking> {
  const now = deps.clock.now();
  const earlier = await findByIdempotencyKey(deps, actor, input);
  if (earlier !== null) return earlier;
  checkBookable(input, actor.userId, now);
  const goal = input.goal == null || isBlankGoal(input.goal) ? null : input.goal;
  const booking = { ...input, goal, id: newId(), intervieweeId: actor.userId, now };
  let slot = await insertBooking(deps.database, booking);
  if (slot.outcome === "slot_taken") slot = await bookHeldSlot(deps, actor, booking);
  if (slot.outcome === "refused") throw await explainRefusal(deps, actor, slot.refusedBy);
  if (slot.outcome === "booked") {
    clearSlotCache(deps);
    await notifyAnnouncer(deps);
    return presentNewBooking(booking, slot, createPolicyView(deps));
  }
  // Another call with the same key may have arrived at the same time; it has booked by now.
  const repeated = await findByIdempotencyKey(deps, actor, input);
  if (repeated === null) throw new AppError("slot_taken", { msg: slotTakenMessage });
  return repeated;
}

/**
 * Books the slot if it is held for this person, or if its hold has run out and is not released yet. A booking that is
 * refused leaves the hold as it is.
 */
async function bookHeldSlot(deps: Deps, actor: Actor, booking: NewBooking): Promise<BookingOutcome> {
  const { intervieweeId, interviewerId, now } = booking;
  const slotId = await findHeldSlot(deps.database, booking);
  if (slotId === null) return { outcome: "slot_taken" };
  return await inTransaction(deps.database, async (tx) => {
    await lockSubjects(tx, [intervieweeId, interviewerId]);
    await releaseHoldFor(deps, tx, { slotId, userId: intervieweeId, now });
    const outcome = await bookOne(tx, booking);
    if (outcome.outcome === "refused") throw await explainRefusal(deps, actor, outcome.refusedBy);
    return outcome;
  });
}

/**
 * Returns the booking that this key made earlier. Throws `conflict` if the key belongs to a different booking, or if
 * that booking was canceled since: the page would show it as booked.
 */
async function findByIdempotencyKey(deps: Deps, actor: Actor, input: BookSlotInput): Promise<Booking | null> {
  if (input.idempotencyKey === null) return null;
  const earlier = await selectBookings(deps.database)
    .where("booking.intervieweeId", "=", actor.userId)
    .where("booking.idempotencyKey", "=", input.idempotencyKey)
    .executeTakeFirst();
  if (earlier === undefined) return null;
  checkSameBooking(earlier, input);
  if (earlier.status === "cancelled")
    throw conflict("You had booked this slot, but that booking was canceled. Confirm again to book it.");
  return presentBooking(earlier, createPolicyView(deps));
}

/**
 * People without credits get one of two errors: those who never bought a plan get `no_plan`, which points them to
 * the plans. A credit is enough to book, with or without a plan.
 */
async function explainRefusal(deps: Deps, actor: Actor, constraint: string): Promise<Error> {
  const rule = errorForConstraint(constraint);
  if (rule === null) return new Error(`a booking was refused by ${constraint}`);
  if (rule.code !== "no_credits" || (await findCurrentPlan(deps.database, actor.userId)) !== null)
    return rule;
  return new AppError("no_plan", { msg: "You Don't Have an Active Plan", cause: rule });
}

interface NewBooking extends RequestedSlot {
  id: string;
  intervieweeId: string;
  idempotencyKey: string | null;
  goal: Goal | null;
  now: Date;
}

interface BookedSlot {
  outcome: "booked";
  slotId: string;
  startsAt: Date;
  endsAt: Date;
  firstName: string;
  lastName: string;
}

/** The outcome of a new booking. `refusedBy` names the constraint that refused it. */
type BookingOutcome =
  | BookedSlot
  | { outcome: "repeated" | "slot_taken" }
  | { outcome: "refused"; refusedBy: string };

const ledgerReason = "Interview booked";

/**
 * Locks both people, takes the slot, inserts the booking and spends a credit, all or nothing. Bookings that arrive
 * at the same moment share one statement, which is its own transaction. It locks all its people, so batches stay small to
 * keep everyone's wait short.
 */
const insertBooking = batchStatements(insertBatch, { maxSize: 32, maxConcurrent: 2 });

/** An error that is not a constraint violation fails the whole batch, so each booking is then retried alone. */
async function insertBatch(
  database: Database,
  bookings: NewBooking[],
): Promise<(BookingOutcome | Promise<BookingOutcome>)[]> {
  try {
    return await bookSlots(database, bookings);
  } catch (error) {
    // If the connection was lost, the statement may have committed; retrying could book twice. Any other error
    // rolled it back.
    if (bookings.length === 1 || isDatabaseUnavailable(error)) throw error;
    return bookings.map((booking) => bookOne(database, booking));
  }
}

/** Takes the locks that the caller does not hold, and leaves nothing behind if it is refused. */
export async function bookOne(database: Database | Tx, booking: NewBooking): Promise<BookingOutcome> {
  return (await bookSlots(database, [booking]))[0] as BookingOutcome;
}

async function bookSlots(database: Database | Tx, bookings: NewBooking[]): Promise<BookingOutcome[]> {
  const column = <Key extends keyof NewBooking>(key: Key) => bookings.map((booking) => booking[key]);
  const booked = sql`book_slots(
      ${column("intervieweeId")}, ${column("interviewerId")}, ${column("startsAt")}, ${column("id")}, ${column("idempotencyKey")},
      ${ledgerReason}, ${column("now")}
    )`;
  const columns = sql`outcome, slot_id, starts_at, ends_at, first_name, last_name, refused_by`;
  if (bookings.every(({ goal }) => goal === null))
    return (await sql<BookingOutcome>`select ${columns} from ${booked}`.execute(database)).rows;
  const goals = bookings.map(({ goal }) => (goal === null ? null : JSON.stringify(goal)));
  // The goals are inserted in the same statement, so that no booking exists without its goal.
  const { rows } = await sql<BookingOutcome>`
    with booked as materialized (
      select * from ${booked} with ordinality
        booked (outcome, slot_id, starts_at, ends_at, first_name, last_name, refused_by, place)
    ), goals as (
      insert into booking_goals (booking_id, interviewee_id, goal, updated_at)
      select wanted.id, wanted.interviewee_id, wanted.goal::jsonb, wanted.now_at
      from unnest(${column("id")}::uuid[], ${column("intervieweeId")}::uuid[], ${goals}::text[], ${column("now")}::timestamptz[])
        with ordinality wanted (id, interviewee_id, goal, now_at, place)
      join booked on booked.place = wanted.place and booked.outcome = 'booked'
      where wanted.goal is not null
    )
    select ${columns} from booked order by place`.execute(database);
  return rows;
}

/** Enqueues the meeting and mails of all bookings that are not announced yet. Runs on request and every minute. */
export const announceBookings = defineRecurringJob("bookings.announce", "* * * * *");

/** After this long we assume that another server ran the job. */
const notificationTimeoutMilliseconds = 1000;

/** The announcer waits this long for more bookings, so that those of a busy moment share its transactions. */
const delaySeconds = 0.25;

/** When this server (one connection pool) last enqueued the announcer, if it has not started here since. */
const notifiedAt = new WeakMap<object, number>();

/**
 * Enqueues the announcer, one job for any number of waiting bookings. A lost job does no harm: the bookings stay
 * marked as not announced, and the job also runs every minute.
 */
async function notifyAnnouncer(deps: Deps): Promise<void> {
  const since = notifiedAt.get(deps.pool);
  if (since !== undefined && performance.now() - since < notificationTimeoutMilliseconds) return;
  notifiedAt.set(deps.pool, performance.now());
  try {
    await inTransaction(deps.database, (tx) =>
      deps.jobs.enqueue(tx, announceBookings, {}, { startAfter: delaySeconds }),
    );
  } catch (error) {
    deps.log.warn(
      { err: error },
      "could not enqueue the announcer: bookings are announced within the minute",
    );
  }
}

/**
 * Bookings per transaction, and transactions per run. A run ends long before its job would be given to another
 * worker.
 */
const announcementsPerTransaction = 100;
const transactionsPerRun = 50;

/**
 * Enqueues the meeting and both mails of each booking that is not announced yet. Each is a job of its own, so that
 * an unavailable meeting provider does not delay a mail, and a retry of one mail does not repeat the other. A
 * meeting in our own room needs no provider, so it is created here, before the mails that link to it.
 */
export async function announceDueBookings(deps: Deps): Promise<void> {
  // Before it reads: bookings that commit from now on need another job.
  notifiedAt.delete(deps.pool);
  for (let batches = 0; batches < transactionsPerRun; batches += 1) {
    if ((await announceBatch(deps)) < announcementsPerTransaction) return;
  }
  await notifyAnnouncer(deps);
}

async function announceBatch(deps: Deps): Promise<number> {
  const now = deps.clock.now();
  const isRoom = deps.meetings.hosted === null;
  return await inTransaction(deps.database, async (tx) => {
    const bookingIds = await markAnnounced(tx, now, announcementsPerTransaction);
    if (isRoom) await createRoomMeetings(deps, tx, bookingIds);
    else
      await deps.jobs.enqueueAll(
        tx,
        makeMeeting,
        bookingIds.map((bookingId) => ({ bookingId })),
      );
    const mails = bookingIds.flatMap((bookingId) => parties.map((to) => ({ bookingId, to })));
    await deps.jobs.enqueueAll(tx, mailConfirmation, mails);
    return bookingIds.length;
  });
}

/**
 * Marks up to `limit` bookings as announced, oldest first, and returns their ids. Skips bookings that another
 * worker has locked.
 */
export async function markAnnounced(tx: Tx, now: Date, limit: number): Promise<string[]> {
  const rows = await tx
    .updateTable("bookings")
    .set({ announcedAt: now })
    .where("id", "in", (select) =>
      select
        .selectFrom("bookings")
        .select("id")
        .where("announcedAt", "is", null)
        .orderBy("createdAt")
        .limit(limit)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}
