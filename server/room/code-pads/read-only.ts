import { sql } from "kysely";
import type { Database } from "../../kernel/db/database.ts";

export interface PadAccess {
  isInterviewer: boolean;
  /** True while only the interviewer can change the pad. */
  isReadOnly: boolean;
}

/** The rights of a party of a booking in its pad. */
export async function findPadAccess(
  database: Database,
  { bookingId, userId }: { bookingId: string; userId: string },
): Promise<PadAccess> {
  const { rows } = await sql<PadAccess>`
    select booking.interviewer_id = ${userId} as is_interviewer, coalesce(pad.is_read_only, false) as is_read_only
    from bookings booking left join room_code pad on pad.booking_id = booking.id
    where booking.id = ${bookingId}`.execute(database);
  return rows[0] ?? { isInterviewer: false, isReadOnly: true };
}

interface ReadOnlyChange {
  bookingId: string;
  isReadOnly: boolean;
  now: Date;
}

export async function upsertReadOnly(
  database: Database,
  { bookingId, isReadOnly, now }: ReadOnlyChange,
): Promise<void> {
  await database
    .insertInto("roomCode")
    .values({ bookingId, isReadOnly, updatedAt: now })
    .onConflict((conflict) => conflict.column("bookingId").doUpdateSet({ isReadOnly }))
    .execute();
}
