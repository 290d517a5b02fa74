import { addMinutes } from "@greenroom/contract/time.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../db/database.ts";
import { newId } from "../../db/ids.ts";

/** How long one caller may take over asking the provider before another asks in its place. */
const claimMinutes = 0.5;

export async function findJoinUrl(database: Database, bookingId: string): Promise<string | null> {
  const meeting = await database
    .selectFrom("meetings")
    .select("joinUrl")
    .where("bookingId", "=", bookingId)
    .executeTakeFirst();
  return meeting?.joinUrl ?? null;
}

/** Who holds a booking's meeting; null before it is made. */
export async function findProvider(database: Database | Tx, bookingId: string): Promise<string | null> {
  const meeting = await database
    .selectFrom("meetings")
    .select("provider")
    .where("bookingId", "=", bookingId)
    .executeTakeFirst();
  return meeting?.provider ?? null;
}

interface Claim {
  bookingId: string;
  provider: string;
  now: Date;
}

/** Takes the right to make the meeting, until the answered instant; null when it is made, or somebody is making it. */
export async function claimMeeting(
  database: Database,
  { bookingId, provider, now }: Claim,
): Promise<Date | null> {
  const claimedUntil = addMinutes(now, claimMinutes);
  const claimed = await database
    .insertInto("meetings")
    .values({ bookingId, provider, claimedUntil, createdAt: now })
    .onConflict((conflict) =>
      conflict
        .column("bookingId")
        .doUpdateSet({ provider, claimedUntil })
        .where("meetings.joinUrl", "is", null)
        .where("meetings.claimedUntil", "<=", now),
    )
    .returning("bookingId")
    .executeTakeFirst();
  return claimed === undefined ? null : claimedUntil;
}

/** Writes the meeting's link, once; answers the link that stands. */
export async function settleMeeting(database: Database, bookingId: string, joinUrl: string): Promise<string> {
  const { joinUrl: standing } = await database
    .updateTable("meetings")
    .set({ joinUrl: sql`coalesce(join_url, ${joinUrl})`, claimedUntil: null })
    .where("bookingId", "=", bookingId)
    .returning("joinUrl")
    .executeTakeFirstOrThrow();
  return standing ?? joinUrl;
}

/** Gives one's own claim back after a failure, so that the next caller need not wait for it to run out. */
export async function releaseMeeting(
  database: Database,
  bookingId: string,
  claimedUntil: Date,
): Promise<void> {
  await database
    .deleteFrom("meetings")
    .where("bookingId", "=", bookingId)
    .where("joinUrl", "is", null)
    .where("claimedUntil", "=", claimedUntil)
    .execute();
}

/** The two parties, and when each was last seen in a visit that goes on. */
export function selectParties(database: Database, bookingId: string) {
  return database
    .selectFrom("bookings as booking")
    .innerJoin("users as person", (join) =>
      join.on((on) =>
        on.or([
          on("person.id", "=", on.ref("booking.intervieweeId")),
          on("person.id", "=", on.ref("booking.interviewerId")),
        ]),
      ),
    )
    .leftJoin("roomVisits as visit", (join) =>
      join
        .onRef("visit.bookingId", "=", "booking.id")
        .onRef("visit.userId", "=", "person.id")
        .on("visit.leftAt", "is", null),
    )
    .select(["person.id", "person.firstName", "person.lastName", "visit.lastSeenAt"])
    .where("booking.id", "=", bookingId)
    .execute();
}

interface Visit {
  bookingId: string;
  userId: string;
  now: Date;
  /** A visit last seen before this has ended, whoever did not say so. */
  presentSince: Date;
}

/** Begins a visit or stretches the one that goes on. One that fell silent is closed where it did, so that visits stay true. */
export async function recordPresence(tx: Tx, visit: Visit): Promise<void> {
  const { bookingId, userId, now } = visit;
  await tx
    .updateTable("roomVisits")
    .set((update) => ({ leftAt: update.ref("lastSeenAt") }))
    .where("bookingId", "=", bookingId)
    .where("userId", "=", userId)
    .where("leftAt", "is", null)
    .where("lastSeenAt", "<", visit.presentSince)
    .execute();
  await tx
    .insertInto("roomVisits")
    .values({ id: newId(), bookingId, userId, enteredAt: now, lastSeenAt: now })
    .onConflict((conflict) =>
      conflict
        .columns(["bookingId", "userId"])
        .where("leftAt", "is", null)
        .doUpdateSet({ lastSeenAt: sql`greatest(room_visits.last_seen_at, excluded.last_seen_at)` }),
    )
    .execute();
}

/** Ends the visit that goes on, if any: now, or where it fell silent. */
export async function endVisit(database: Database, visit: Visit): Promise<void> {
  await database
    .updateTable("roomVisits")
    .set({
      leftAt: sql`case when last_seen_at < ${visit.presentSince}::timestamptz then last_seen_at else ${visit.now}::timestamptz end`,
      lastSeenAt: sql`case when last_seen_at < ${visit.presentSince}::timestamptz then last_seen_at else greatest(last_seen_at, ${visit.now}::timestamptz) end`,
    })
    .where("bookingId", "=", visit.bookingId)
    .where("userId", "=", visit.userId)
    .where("leftAt", "is", null)
    .execute();
}

export async function deleteMeeting(tx: Tx, bookingId: string): Promise<void> {
  await tx.deleteFrom("meetings").where("bookingId", "=", bookingId).execute();
}

/** Visits to a booking's room that fall into a time, soonest first. A booking that moved may have had others. */
export function selectVisits(
  database: Database | Tx,
  bookingId: string,
  { from, to }: { from: Date; to: Date },
) {
  return database
    .selectFrom("roomVisits")
    .select(["userId", "enteredAt", "lastSeenAt"])
    .where("bookingId", "=", bookingId)
    .where("lastSeenAt", ">=", from)
    .where("enteredAt", "<=", to)
    .orderBy("enteredAt")
    .execute();
}
