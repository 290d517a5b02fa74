import type { InterviewRecord } from "@greenroom/contract/review/reports/interview-record.ts";
import type { Database } from "../../kernel/db/database.ts";
import { selectVisits } from "../../schedule/bookings/attendance.ts";
import type { BookingRecord } from "../../schedule/bookings/rules.ts";
import { roomTimes } from "../../schedule/meetings/meeting-times.ts";
import { shortAbsences } from "./presence-items.ts";

/** The absences of less than a minute in an interview, which its record does not show. */
export async function listShortAbsences(
  database: Database,
  booking: BookingRecord,
): Promise<NonNullable<InterviewRecord["shortAbsences"]>> {
  const { opensAt, closesAt } = roomTimes(booking);
  const visits = await selectVisits(database, booking.id, { from: opensAt, to: closesAt });
  return shortAbsences(visits).map(({ from, to }) => ({ from: from.toISOString(), to: to.toISOString() }));
}
