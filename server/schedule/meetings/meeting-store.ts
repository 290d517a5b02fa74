import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";

/**
 * A lease expires after this long, so that another caller can ask the provider. Longer than all calls of one
 * attempt together.
 */
const leaseMinutes = 0.75;

/** Why a meeting is in our own room although another provider is configured. */
export type RoomFallbackReason = "no-host" | "provider-away";

export interface ExistingMeeting {
  joinUrl: string;
  provider: string;
  roomReason: RoomFallbackReason | null;
}

/** A booking's meeting with its link; null until it is created. */
export async function findMeeting(
  database: Database | Tx,
  bookingId: string,
): Promise<ExistingMeeting | null> {
  const meeting = await selectMeeting(database, bookingId);
  if (meeting === undefined || meeting.joinUrl === null) return null;
  const { joinUrl, provider, roomReason } = meeting;
  return { joinUrl, provider, roomReason: roomReason as RoomFallbackReason | null };
}

/** The meeting, whether or not it has been created. */
export function selectMeeting(database: Database | Tx, bookingId: string) {
  return database.selectFrom("meetings").selectAll().where("bookingId", "=", bookingId).executeTakeFirst();
}

export interface MeetingLease {
  bookingId: string;
  claimedUntil: Date;
  firstAttemptAt: Date;
}

/**
 * Takes a lease on creating the meeting; null if the meeting exists, someone else holds the lease, or the next
 * attempt is not due.
 */
export async function acquireMeetingLease(
  database: Database,
  { bookingId, provider, now }: { bookingId: string; provider: string; now: Date },
): Promise<MeetingLease | null> {
  const claimedUntil = addMinutes(now, leaseMinutes);
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
  return claimed === undefined ? null : { bookingId, claimedUntil, firstAttemptAt: claimed.createdAt };
}

/** Stores the meeting's link, once. Returns false if the booking has moved since or the link was already stored. */
export async function setMeetingLink(
  database: Database | Tx,
  bookingId: string,
  {
    roomReason = null,
    ...link
  }: { provider: string; joinUrl: string; roomReason?: RoomFallbackReason | null },
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable("meetings")
    .set({ ...link, roomReason, claimedUntil: null, nextTryAt: null })
    .where("bookingId", "=", bookingId)
    .where("joinUrl", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns one's own lease after a failure. The next attempt is at `nextTryAt`. */
export async function postponeMeeting(
  database: Database,
  { bookingId, claimedUntil }: MeetingLease,
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
