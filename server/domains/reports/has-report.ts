import type { Database, Tx } from "../../db/database.ts";
import { findReport } from "./store.ts";

/** Whether an interview has a report. */
export async function hasReport(database: Database | Tx, bookingId: string): Promise<boolean> {
  return (await findReport(database, bookingId)) !== undefined;
}
