import { sql } from "kysely";
import type { Database } from "../../../kernel/db/database.ts";
import type { Waiting, WaitingFilter } from "../../../kernel/db/waiting.ts";

interface PendingReport extends Waiting {
  bookingId: string;
  startsAt: Date;
  reportedBy: string;
  intervieweeId: string;
  interviewerId: string;
}

/** No-show reports that an operator has to decide, because the evidence contradicts them. */
export async function listPendingReports(
  database: Database,
  { limit, matches }: WaitingFilter,
): Promise<PendingReport[]> {
  const { rows } = await sql<PendingReport>`
    select report.id as subject, report.reported_at as since, report.reported_by, booking.id as booking_id,
      booking.starts_at, booking.interviewee_id, booking.interviewer_id
    from no_show_reports report join bookings booking on booking.id = report.booking_id
    where report.outcome = 'pending' and ${matches(sql`report.id::text`, sql`report.reported_at`)}
    order by report.reported_at limit ${limit}`.execute(database);
  return rows;
}
