import type { Database } from "../../db/database.ts";

/** Every booking, soonest last, with the addresses of its two parties. */
export async function listBookings(database: Database) {
  return database
    .selectFrom("bookings as booking")
    .innerJoin("users as interviewee", "interviewee.id", "booking.intervieweeId")
    .innerJoin("users as interviewer", "interviewer.id", "booking.interviewerId")
    .select(["booking.id", "booking.startsAt", "booking.endsAt", "booking.status"])
    .select(["interviewee.email as interviewee", "interviewer.email as interviewer"])
    .orderBy("booking.startsAt")
    .orderBy("booking.id")
    .execute();
}
