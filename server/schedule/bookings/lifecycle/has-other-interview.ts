import type { Tx } from "../../../kernel/db/database.ts";
import type { BookingRecord } from "../rules.ts";

/** Whether the interviewee of a booking has another interview within a time. Hold the interviewee's lock. */
export async function hasOtherInterviewAt(
  tx: Tx,
  { id, intervieweeId }: Pick<BookingRecord, "id" | "intervieweeId">,
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
): Promise<boolean> {
  const row = await tx
    .selectFrom("bookings")
    .select("id")
    .where("intervieweeId", "=", intervieweeId)
    .where("id", "<>", id)
    .where("status", "<>", "cancelled")
    .where("startsAt", "<", endsAt)
    .where("endsAt", ">", startsAt)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
