import type { Database } from "../../db/database.ts";
import { findJoinUrl } from "./store.ts";

/** Where a booking's meeting is joined; null until it is made. */
export async function findMeetingLink(database: Database, bookingId: string): Promise<string | null> {
  return await findJoinUrl(database, bookingId);
}
