import type { Attendance } from "@greenroom/contract/schedule/bookings.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { roomTimes } from "../meetings/meeting-times.ts";
import type { BookingRecord } from "./rules.ts";

/** The record ignores absences shorter than this. */
export const shortAbsenceSeconds = 60;

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

/** Visits to a booking's room within a period, in order of time. A booking that moved may have earlier ones. */
export function selectVisits(
  database: Database | Tx,
  bookingId: string,
  { from, to }: { from: Date; to: Date },
) {
  return database
    .selectFrom("roomVisits")
    .select(["id", "userId", "enteredAt", "lastSeenAt", "leftAt"])
    .where("bookingId", "=", bookingId)
    .where("lastSeenAt", ">=", from)
    .where("enteredAt", "<=", to)
    .orderBy("enteredAt")
    .execute();
}

function mergeVisits<V extends Span>(visits: readonly V[]): V[] {
  const merged: V[] = [];
  for (const visit of visits) {
    const before = merged.at(-1);
    if (before === undefined || !isShortAbsence(before, visit)) merged.push({ ...visit });
    else if (visit.lastSeenAt > before.lastSeenAt) before.lastSeenAt = visit.lastSeenAt;
  }
  return merged;
}

export interface Span {
  enteredAt: Date;
  lastSeenAt: Date;
}

export function isShortAbsence(before: Span, after: Span): boolean {
  return after.enteredAt.getTime() - before.lastSeenAt.getTime() < shortAbsenceSeconds * 1000;
}
