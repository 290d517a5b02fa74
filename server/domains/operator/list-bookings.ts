import type { Database } from "../../db/database.ts";

/** Every booking, soonest last, with the addresses of its two parties and who holds its meeting (null: it is not made yet). */
export async function listBookings(database: Database) {
  return database
    .selectFrom("bookings as booking")
    .innerJoin("users as interviewee", "interviewee.id", "booking.intervieweeId")
    .innerJoin("users as interviewer", "interviewer.id", "booking.interviewerId")
    .select(["booking.id", "booking.startsAt", "booking.endsAt", "booking.status"])
    .leftJoin("meetings", (join) =>
      join.onRef("meetings.bookingId", "=", "booking.id").on("meetings.joinUrl", "is not", null),
    )
    .select("meetings.provider as meeting")
    .select(["interviewee.email as interviewee", "interviewer.email as interviewer"])
    .orderBy("booking.startsAt")
    .orderBy("booking.id")
    .execute();
}
