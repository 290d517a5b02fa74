import type { Database } from "../../db/database.ts";
import { findMeeting } from "./meeting-store.ts";

/** Where a booking's meeting is joined; null until it is made. */
export async function findMeetingLink(database: Database, bookingId: string): Promise<string | null> {
  return (await findMeeting(database, bookingId))?.joinUrl ?? null;
}
