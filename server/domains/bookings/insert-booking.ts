import { sql } from "kysely";
import type { Database } from "../../db/database.ts";
import { gather } from "../../db/gather.ts";
import { isDatabaseAway } from "../../db/is-away.ts";
import type { WantedSlot } from "./rules.ts";

export interface NewBooking extends WantedSlot {
  id: string;
  intervieweeId: string;
  idempotencyKey: string | null;
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

/** What became of a new booking. `refused` names the constraint that refused it. */
export type BookingOutcome =
  | BookedSlot
  | { outcome: "repeated" | "slot_taken" }
  | { outcome: "refused"; refusedBy: string };

/** What the person reads in their ledger of sessions. */
const reason = "Interview booked";

/** Few enough that nobody waits long behind the others of their statement, which holds the locks of all its people. */
const together = { most: 32, atOnce: 2 };

const lines = new WeakMap<Database, (booking: NewBooking) => Promise<BookingOutcome>>();

/**
 * Locks both people, takes the slot, writes the booking and spends a session: all of it or nothing, together with
 * whatever other bookings come at the same moment, in one statement that is its own transaction (migration 0022).
 */
export function insertBooking(database: Database, booking: NewBooking): Promise<BookingOutcome> {
  let line = lines.get(database);
  if (line === undefined) {
    line = gather((bookings) => insertTogether(database, bookings), together);
    lines.set(database, line);
  }
  return line(booking);
}

/** One that fails for a reason which is no constraint's must not take the others with it: then each goes alone. */
async function insertTogether(
  database: Database,
  bookings: NewBooking[],
): Promise<(BookingOutcome | Promise<BookingOutcome>)[]> {
  try {
    return await bookSlots(database, bookings);
  } catch (error) {
    // Lost on the way it may have been done all the same; any other error undid the whole statement.
    if (bookings.length === 1 || isDatabaseAway(error)) throw error;
    return bookings.map(async (booking) => (await bookSlots(database, [booking]))[0] as BookingOutcome);
  }
}

async function bookSlots(database: Database, bookings: NewBooking[]): Promise<BookingOutcome[]> {
  const all = <Key extends keyof NewBooking>(key: Key) => bookings.map((booking) => booking[key]);
  const { rows } = await sql<BookingOutcome>`
    select outcome, slot_id, starts_at, ends_at, first_name, last_name, refused_by from book_slots(
      ${all("intervieweeId")}, ${all("interviewerId")}, ${all("startsAt")}, ${all("id")}, ${all("idempotencyKey")},
      ${reason}, ${all("now")}
    )`.execute(database);
  return rows;
}
