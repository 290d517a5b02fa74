import type { Attendance } from "@greenroom/contract/bookings.ts";
import type { Database, Tx } from "../../db/database.ts";
import type { Deps } from "../../deps.ts";
import type { BookingRecord } from "../bookings/rules.ts";
import { findProvider } from "./meeting-store.ts";
import { roomTimes } from "./rules.ts";
import { selectVisits } from "./store.ts";

/** What the room recorded of both parties joining, soonest first; empty where another provider holds the meeting. */
export async function findAttendance(database: Database | Tx, booking: BookingRecord): Promise<Attendance> {
  const { opensAt, closesAt } = roomTimes(booking);
  const visits = await selectVisits(database, booking.id, { from: opensAt, to: closesAt });
  const of = (userId: string) =>
    visits
      .filter((visit) => visit.userId === userId)
      .map(({ enteredAt, lastSeenAt }) => ({
        enteredAt: enteredAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
      }));
  return { interviewee: of(booking.intervieweeId), interviewer: of(booking.interviewerId) };
}

/** Whether the meeting is in our own room, which records who joins; with another provider nobody being seen says nothing. */
export async function isRecorded(
  { meetings }: Deps,
  database: Database | Tx,
  bookingId: string,
): Promise<boolean> {
  return ((await findProvider(database, bookingId)) ?? meetings.hosted?.name ?? "room") === "room";
}
