import type { Database, Tx } from "../kernel/db/database.ts";

/** Whether an interview has a report. */
export async function hasReport(database: Database | Tx, bookingId: string): Promise<boolean> {
  const report = await database
    .selectFrom("aiReports")
    .select("bookingId")
    .where("bookingId", "=", bookingId)
    .executeTakeFirst();
  return report !== undefined;
}
