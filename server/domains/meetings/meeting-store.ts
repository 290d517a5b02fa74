import { addMinutes } from "@greenroom/contract/time.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../db/database.ts";

/** How long one caller may take over asking the provider before another asks in its place: longer than all its calls together. */
const claimMinutes = 0.75;

/** Why a meeting is in our own room although another provider is set. */
export type RoomReason = "no-host" | "provider-away";

export interface StandingMeeting {
  joinUrl: string;
  provider: string;
  roomReason: RoomReason | null;
}

/** A booking's meeting that can be joined; null until it is made. */
export async function findMeeting(
  database: Database | Tx,
  bookingId: string,
): Promise<StandingMeeting | null> {
  const meeting = await database
    .selectFrom("meetings")
    .select(["joinUrl", "provider", "roomReason"])
    .where("bookingId", "=", bookingId)
    .executeTakeFirst();
  if (meeting === undefined || meeting.joinUrl === null) return null;
  const { joinUrl, provider, roomReason } = meeting;
  return { joinUrl, provider, roomReason: roomReason as RoomReason | null };
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

/** When the provider, which is away, is asked next; null when it need not be waited for. */
export async function findNextTry(database: Database, bookingId: string): Promise<Date | null> {
  const meeting = await database
    .selectFrom("meetings")
    .select("nextTryAt")
    .where("bookingId", "=", bookingId)
    .executeTakeFirst();
  return meeting?.nextTryAt ?? null;
}

export interface Claim {
  bookingId: string;
  claimedUntil: Date;
  firstTriedAt: Date;
}

/** Takes the right to make the meeting for a while; null when it is made, somebody is making it, or it is not time for another try. */
export async function claimMeeting(
  database: Database,
  { bookingId, provider, now }: { bookingId: string; provider: string; now: Date },
): Promise<Claim | null> {
  const claimedUntil = addMinutes(now, claimMinutes);
  const claimed = await database
    .insertInto("meetings")
    .values({ bookingId, provider, claimedUntil, createdAt: now })
    .onConflict((conflict) =>
      conflict
        .column("bookingId")
        .doUpdateSet({ provider, claimedUntil, nextTryAt: null })
        .where("meetings.joinUrl", "is", null)
        .where((on) =>
          on.or([on("meetings.claimedUntil", "<=", now), on("meetings.claimedUntil", "is", null)]),
        )
        .where((on) => on.or([on("meetings.nextTryAt", "<=", now), on("meetings.nextTryAt", "is", null)])),
    )
    .returning("createdAt")
    .executeTakeFirst();
  return claimed === undefined ? null : { bookingId, claimedUntil, firstTriedAt: claimed.createdAt };
}

interface Settled {
  provider: string;
  joinUrl: string;
  roomReason?: RoomReason;
}

/** Writes the meeting's link, once; false when the booking has moved since, or the link was written already. */
export async function settleMeeting(
  database: Database | Tx,
  bookingId: string,
  { provider, joinUrl, roomReason }: Settled,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable("meetings")
    .set({ provider, joinUrl, roomReason: roomReason ?? null, claimedUntil: null, nextTryAt: null })
    .where("bookingId", "=", bookingId)
    .where("joinUrl", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Gives one's own claim back after a failure: the next try is at `nextTryAt`. */
export async function postponeMeeting(
  database: Database,
  { bookingId, claimedUntil }: Claim,
  nextTryAt: Date,
): Promise<void> {
  await database
    .updateTable("meetings")
    .set({ claimedUntil: null, nextTryAt })
    .where("bookingId", "=", bookingId)
    .where("joinUrl", "is", null)
    .where("claimedUntil", "=", claimedUntil)
    .execute();
}

/** Bookings to come whose meeting is due to be tried again, or whose maker died over it. */
export async function selectDueMeetings(database: Database, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ bookingId: string }>`
    select booking_id from meetings join bookings on bookings.id = meetings.booking_id
    where join_url is null and coalesce(next_try_at, claimed_until) <= ${now}
      and bookings.status = 'pending' and bookings.ends_at > ${now}
    order by bookings.starts_at limit ${limit}`.execute(database);
  return rows.map(({ bookingId }) => bookingId);
}

/** Deletes what stands; a claim, or a time to try again, stays. */
export async function deleteMadeMeeting(tx: Tx, bookingId: string): Promise<void> {
  await tx
    .deleteFrom("meetings")
    .where("bookingId", "=", bookingId)
    .where("joinUrl", "is not", null)
    .execute();
}
