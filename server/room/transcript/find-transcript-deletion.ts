import type { Database } from "../../kernel/db/database.ts";

/** When the transcript was last deleted; null if it never was. */
export async function findTranscriptDeletion(database: Database, bookingId: string): Promise<Date | null> {
  const row = await database
    .selectFrom("roomConsents")
    .select("happenedAt")
    .where("bookingId", "=", bookingId)
    .where("event", "=", "deleted")
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.happenedAt ?? null;
}
