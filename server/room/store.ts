import { sql } from "kysely";
import type { Database, Tx } from "../kernel/db/database.ts";
import { newId } from "../kernel/ids.ts";

/** The two parties, and when each was last seen in a current visit. */
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
    .leftJoin("bookingGoals as goals", "goals.bookingId", "booking.id")
    .select(["person.id", "person.firstName", "person.lastName", "visit.lastSeenAt", "goals.goal"])
    .where("booking.id", "=", bookingId)
    .execute();
}

interface Visit {
  bookingId: string;
  userId: string;
  now: Date;
  /** A visit last seen before this has ended, even if the person did not leave explicitly. */
  presentSince: Date;
}

/**
 * Starts a visit or extends the current one. A visit that timed out is closed at its last heartbeat, so that
 * durations stay accurate.
 */
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

/** Ends the current visit, if any: now, or at its last heartbeat if it timed out. */
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

/** When the interview was completed; null until then. */
export async function findCompletedAt(database: Database, bookingId: string): Promise<Date | null> {
  const booking = await database
    .selectFrom("bookings")
    .select("completedAt")
    .where("id", "=", bookingId)
    .executeTakeFirst();
  return booking?.completedAt ?? null;
}
