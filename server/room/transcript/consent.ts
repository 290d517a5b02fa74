import type { ConsentEvent } from "@greenroom/contract/room/room-record.ts";
import type { TranscriptState } from "@greenroom/contract/room/transcript.ts";
import type { Selectable } from "kysely";
import type { Actor } from "../../kernel/actor.ts";
import { recordAudit } from "../../kernel/audit.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { inTransaction, lockSubjects } from "../../kernel/db/transaction.ts";
import type { RoomConsents } from "../../kernel/db/types.ts";
import type { Deps } from "../../kernel/deps.ts";
import { conflict } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { lockAccount } from "../../people/accounts/account.ts";
import { getOwnBooking } from "../../schedule/bookings/find-booking.ts";
import type { BookingRecord } from "../../schedule/bookings/rules.ts";
import { roomTimes } from "../../schedule/meetings/meeting-times.ts";
import { notifyRoomChanged } from "../connections/room-events.ts";
import { checkMayEnterRoom, maxConsentEvents } from "../rules.ts";

type StoredConsent = Pick<Selectable<RoomConsents>, "id" | "userId" | "event" | "happenedAt">;

/** Every change of a transcript takes this lock, so that nothing is added after someone has ended it. */
export async function lockTranscript(tx: Tx, bookingId: string): Promise<void> {
  await lockSubjects(tx, [`transcript of ${bookingId}`]);
}

/** Both parties' decisions about the transcript, oldest first. */
export async function selectConsents(database: Database | Tx, bookingId: string): Promise<StoredConsent[]> {
  return await database
    .selectFrom("roomConsents")
    .select(["id", "userId", "event", "happenedAt"])
    .where("bookingId", "=", bookingId)
    .orderBy("position")
    .execute();
}

export interface Agreement {
  /** Ids of the people who currently consent. */
  userIds: string[];
  /** Since when both parties consent; null while they do not. */
  bothSince: Date | null;
}

/**
 * Computes who currently consents. Ending a transcript withdraws both parties' consent, so that it restarts only if
 * both consent again. Ignores consent from before the room opened: it was given for an earlier time of the booking.
 */
export function currentAgreement(booking: BookingRecord, consents: readonly StoredConsent[]): Agreement {
  const { opensAt } = roomTimes(booking);
  const agreedAt = new Map<string, Date>();
  for (const { userId, event, happenedAt } of consents) {
    if (happenedAt < opensAt) continue;
    if (event === "given" && !agreedAt.has(userId)) agreedAt.set(userId, happenedAt);
    else if (event === "withdrawn") agreedAt.delete(userId);
    else if (event === "ended") agreedAt.clear();
  }
  const [first, second] = [agreedAt.get(booking.intervieweeId), agreedAt.get(booking.interviewerId)];
  const bothSince = first === undefined || second === undefined ? null : laterOf(first, second);
  const userIds = [booking.intervieweeId, booking.interviewerId].filter((id) => agreedAt.has(id));
  return { userIds, bothSince };
}

export function laterOf(first: Date, second: Date): Date {
  return new Date(Math.max(first.getTime(), second.getTime()));
}

/**
 * Consents to the transcript of the actor's interview, or withdraws consent, which ends the transcript for both at
 * once. Throws `not_found` for other people's interviews, `conflict` when consenting while the room is closed, and
 * `too_many_requests`.
 */
export async function setConsent(
  deps: Deps,
  actor: Actor,
  { bookingId, agree }: { bookingId: string; agree: boolean },
): Promise<TranscriptState> {
  // Only consenting is limited, because withdrawing must always work.
  if (agree) await deps.limits.count("transcript-consent-by-user", actor.userId);
  const now = deps.clock.now();
  return await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, actor.userId);
    await lockTranscript(tx, bookingId);
    const booking = await getOwnBooking(tx, actor, bookingId);
    const consents = await selectConsents(tx, bookingId);
    const { userIds, bothSince } = currentAgreement(booking, consents);
    const decided = { bookingId, userId: actor.userId, now };
    if (agree && !userIds.includes(actor.userId)) {
      checkMayEnterRoom(booking, now);
      if (booking.status !== "pending" || booking.endsAt <= now) {
        throw conflict("The interview has ended, so there is nothing left to transcribe.");
      }
      if (consents.length >= maxConsentEvents) {
        throw conflict("This was changed too often for this interview.");
      }
      await recordConsent(deps, tx, { ...decided, event: "given" });
    } else if (!agree && userIds.includes(actor.userId)) {
      await recordConsent(deps, tx, { ...decided, event: bothSince === null ? "withdrawn" : "ended" });
    }
    return await readTranscriptState({ ...deps, database: tx }, booking);
  });
}

interface RecordedConsent {
  bookingId: string;
  userId: string;
  event: ConsentEvent;
  now: Date;
  details?: Record<string, unknown>;
}

/** Stores a decision in the record and the audit log, and makes both pages reload the room. */
async function recordConsent(
  deps: Pick<Deps, "clock">,
  tx: Tx,
  { bookingId, userId, event, now, details }: RecordedConsent,
): Promise<void> {
  await tx
    .insertInto("roomConsents")
    .values({ id: newId(), bookingId, userId, event, happenedAt: now })
    .execute();
  await recordAudit(tx, {
    actor: { userId },
    action: `transcript.${event}`,
    subject: `booking:${bookingId}`,
    ...(details === undefined ? {} : { details }),
    now,
  });
  await notifyRoomChanged(deps, tx, bookingId);
}

/**
 * Ends the transcript of the actor's interview and deletes both parties' words. Throws `not_found` for other
 * people's interviews, and `too_many_requests`.
 */
export async function deleteTranscript(deps: Deps, actor: Actor, bookingId: string): Promise<void> {
  const decided = { bookingId, userId: actor.userId, now: deps.clock.now() };
  await inTransaction(deps.database, async (tx) => {
    await lockTranscript(tx, bookingId);
    const booking = await getOwnBooking(tx, actor, bookingId);
    const { bothSince } = currentAgreement(booking, await selectConsents(tx, bookingId));
    const isOn = bothSince !== null && booking.status === "pending";
    if (isOn) await recordConsent(deps, tx, { ...decided, event: "ended" });
    const { numDeletedRows } = await tx
      .deleteFrom("roomUtterances")
      .where("bookingId", "=", bookingId)
      .executeTakeFirst();
    const utterances = Number(numDeletedRows);
    if (utterances > 0)
      await recordConsent(deps, tx, { ...decided, event: "deleted", details: { utterances } });
  });
}

export async function readTranscriptState(
  { config, database }: Pick<Deps, "config"> & { database: Deps["database"] | Tx },
  booking: BookingRecord,
): Promise<TranscriptState> {
  const { userIds, bothSince } = currentAgreement(booking, await selectConsents(database, booking.id));
  const utterance = await database
    .selectFrom("roomUtterances")
    .select("id")
    .where("bookingId", "=", booking.id)
    .limit(1)
    .executeTakeFirst();
  return {
    agreed: userIds.map((id) => (id === booking.intervieweeId ? "interviewee" : "interviewer")),
    bothSince: bothSince?.toISOString() ?? null,
    hasService: config.transcription !== null,
    hasUtterances: utterance !== undefined,
  };
}

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
