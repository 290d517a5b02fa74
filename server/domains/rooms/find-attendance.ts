import type { Attendance } from "@greenroom/contract/bookings.ts";
import type { Database, Tx } from "../../db/database.ts";
import type { BookingRecord } from "../bookings/rules.ts";
import { mergeVisits } from "./record/presence-items.ts";
import { roomTimes } from "./rules.ts";
import { selectVisits } from "./store.ts";

/**
 * When each party was in the room, in order of time, without absences under a minute. Empty if another
 * provider hosts the meeting.
 */
export async function findAttendance(database: Database | Tx, booking: BookingRecord): Promise<Attendance> {
  const { opensAt, closesAt } = roomTimes(booking);
  const visits = await selectVisits(database, booking.id, { from: opensAt, to: closesAt });
  const visitsOf = (userId: string) =>
    mergeVisits(visits.filter((visit) => visit.userId === userId)).map(({ enteredAt, lastSeenAt }) => ({
      enteredAt: enteredAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
    }));
  return { interviewee: visitsOf(booking.intervieweeId), interviewer: visitsOf(booking.interviewerId) };
}
