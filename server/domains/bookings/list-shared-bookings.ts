import type { BookingStatus } from "@greenroom/contract/bookings.ts";
import type { Database, Tx } from "../../db/database.ts";

/** Every booking between these two people, in any status. */
export async function listSharedBookings(
  database: Database | Tx,
  { interviewerId, intervieweeId }: { interviewerId: string; intervieweeId: string },
): Promise<{ status: BookingStatus; endsAt: Date }[]> {
  const rows = await database
    .selectFrom("bookings")
    .select(["status", "endsAt"])
    .where("interviewerId", "=", interviewerId)
    .where("intervieweeId", "=", intervieweeId)
    .execute();
  return rows;
}
