import type { ConsentEvent } from "@greenroom/contract/room/room-record.ts";
import type { TranscriptState } from "@greenroom/contract/room/transcript.ts";
import type { Actor } from "../../kernel/actor.ts";
import { recordAudit } from "../../kernel/audit.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { lockAccount } from "../../people/accounts/account.ts";
import { getOwnBooking } from "../../schedule/bookings/find-booking.ts";
import type { BookingRecord } from "../../schedule/bookings/rules.ts";
import { notifyRoomChanged } from "../connections/room-events.ts";
import { checkMayEnterRoom, maxConsentEvents } from "../rules.ts";
import { currentAgreement } from "./transcript-rules.ts";
import {
  deleteUtterances,
  hasUtterances,
  insertConsent,
  lockTranscript,
  selectConsents,
} from "./transcript-store.ts";

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
        throw new AppError("conflict", {
          msg: "The interview has ended, so there is nothing left to transcribe.",
        });
      }
      if (consents.length >= maxConsentEvents) {
        throw new AppError("conflict", { msg: "This was changed too often for this interview." });
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
export async function recordConsent(
  deps: Pick<Deps, "clock">,
  tx: Tx,
  { bookingId, userId, event, now, details }: RecordedConsent,
): Promise<void> {
  await insertConsent(tx, { id: newId(), bookingId, userId, event, happenedAt: now });
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
    const utterances = await deleteUtterances(tx, bookingId);
    if (utterances > 0)
      await recordConsent(deps, tx, { ...decided, event: "deleted", details: { utterances } });
  });
}

/** The current state of an interview's transcript. */
export async function readTranscriptState(
  { config, database }: Pick<Deps, "config"> & { database: Deps["database"] | Tx },
  booking: BookingRecord,
): Promise<TranscriptState> {
  const { userIds, bothSince } = currentAgreement(booking, await selectConsents(database, booking.id));
  return {
    agreed: userIds.map((id) => (id === booking.intervieweeId ? "interviewee" : "interviewer")),
    bothSince: bothSince?.toISOString() ?? null,
    hasService: config.transcription !== null,
    hasUtterances: await hasUtterances(database, booking.id),
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
