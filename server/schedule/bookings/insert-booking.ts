import type { Goal } from "@greenroom/contract/schedule/goals/goals.ts";
import { sql } from "kysely";
import { batch } from "../../kernel/db/batch.ts";
import { isDatabaseUnavailable } from "../../kernel/db/clients/is-unavailable.ts";
import type { Database } from "../../kernel/db/database.ts";
import type { RequestedSlot } from "./rules.ts";

export interface NewBooking extends RequestedSlot {
  id: string;
  intervieweeId: string;
  idempotencyKey: string | null;
  goal: Goal | null;
  now: Date;
}

export interface BookedSlot {
  outcome: "booked";
  slotId: string;
  startsAt: Date;
  endsAt: Date;
  firstName: string;
  lastName: string;
}

/** The outcome of a new booking. `refusedBy` names the constraint that refused it. */
export type BookingOutcome =
  | BookedSlot
  | { outcome: "repeated" | "slot_taken" }
  | { outcome: "refused"; refusedBy: string };

/** The reason shown in the person's credit history. */
const ledgerReason = "Interview booked";

/** A statement locks all its people, so batches stay small to keep everyone's wait short. */
const batchOptions = { maxSize: 32, maxConcurrent: 2 };

const batchers = new WeakMap<Database, (booking: NewBooking) => Promise<BookingOutcome>>();

/**
 * Locks both people, takes the slot, inserts the booking and spends a credit, all or nothing. Bookings that arrive
 * at the same moment share one statement, which is its own transaction.
 */
export function insertBooking(database: Database, booking: NewBooking): Promise<BookingOutcome> {
  let batcher = batchers.get(database);
  if (batcher === undefined) {
    batcher = batch((bookings) => insertBatch(database, bookings), batchOptions);
    batchers.set(database, batcher);
  }
  return batcher(booking);
}

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
    return bookings.map(async (booking) => (await bookSlots(database, [booking]))[0] as BookingOutcome);
  }
}

async function bookSlots(database: Database, bookings: NewBooking[]): Promise<BookingOutcome[]> {
  const column = <Key extends keyof NewBooking>(key: Key) => bookings.map((booking) => booking[key]);
  const booked = sql`book_slots(
      ${column("intervieweeId")}, ${column("interviewerId")}, ${column("startsAt")}, ${column("id")}, ${column("idempotencyKey")},
      ${ledgerReason}, ${column("now")}
    )`;
  const columns = sql`outcome, slot_id, starts_at, ends_at, first_name, last_name, refused_by`;
  if (bookings.every(({ goal }) => goal === null)) {
    return (await sql<BookingOutcome>`select ${columns} from ${booked}`.execute(database)).rows;
  }
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
