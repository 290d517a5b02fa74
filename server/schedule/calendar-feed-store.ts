import type { Database, Tx } from "../kernel/db/database.ts";

export function findFeed(database: Database, userId: string) {
  return database
    .selectFrom("calendarFeeds")
    .select("createdAt")
    .where("userId", "=", userId)
    .executeTakeFirst();
}

/** One link per person: a new one replaces the old one. */
export async function upsertFeed(
  tx: Tx,
  { userId, tokenHash, now }: { userId: string; tokenHash: Buffer; now: Date },
): Promise<void> {
  await tx
    .insertInto("calendarFeeds")
    .values({ userId, tokenHash, createdAt: now })
    .onConflict((conflict) => conflict.column("userId").doUpdateSet({ tokenHash, createdAt: now }))
    .execute();
}

export async function deleteFeed(database: Database | Tx, userId: string): Promise<void> {
  await database.deleteFrom("calendarFeeds").where("userId", "=", userId).execute();
}

/** The owner of a link; null for people who are blocked or no longer interview. */
export async function findFeedOwner(database: Database, tokenHash: Buffer): Promise<string | null> {
  const row = await database
    .selectFrom("calendarFeeds as feed")
    .innerJoin("users", "users.id", "feed.userId")
    .select("feed.userId")
    .where("feed.tokenHash", "=", tokenHash)
    .where("users.blockedAt", "is", null)
    .where("users.role", "=", "interviewer")
    .executeTakeFirst();
  return row?.userId ?? null;
}

/** Booked interviews that end after `from`, soonest first. */
export function selectFeedBookings(database: Database, interviewerId: string, from: Date) {
  return database
    .selectFrom("bookings as booking")
    .innerJoin("users as interviewee", "interviewee.id", "booking.intervieweeId")
    .leftJoin("meetings", "meetings.bookingId", "booking.id")
    .select([
      "booking.id",
      "booking.startsAt",
      "booking.endsAt",
      "booking.inviteSequence",
      "interviewee.firstName",
      "interviewee.lastName",
      "meetings.joinUrl",
    ])
    .where("booking.interviewerId", "=", interviewerId)
    .where("booking.status", "in", ["pending", "completed"])
    .where("booking.endsAt", ">", from)
    .orderBy("booking.startsAt")
    .execute();
}
