import { AppError } from "../../kernel/errors.ts";
import type { BookingRecord } from "../../schedule/bookings/rules.ts";
import { roomTimes } from "../../schedule/meetings/meeting-times.ts";
import {
  lateUtteranceSeconds,
  maxTranscriptCharacters,
  maxUtterances,
  utteranceToleranceSeconds,
} from "../rules.ts";
import type { StoredConsent } from "./transcript-store.ts";

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

/**
 * Throws `conflict` unless words can be added now: both parties consent and the interview is in progress. Returns
 * the time from which words count.
 */
export function requireRunningTranscript(booking: BookingRecord, { bothSince }: Agreement, now: Date): Date {
  const { startsAt, endsAt, status } = booking;
  const isInProgress =
    status === "pending" &&
    startsAt <= now &&
    now.getTime() <= endsAt.getTime() + lateUtteranceSeconds * 1000;
  if (!isInProgress) throw conflict("The transcript is written only during the interview.");
  if (bothSince === null)
    throw conflict("The transcript is off: it is written only while both of you agree.");
  return laterOf(bothSince, startsAt);
}

export interface SpokenWords {
  startedAt: Date;
  characters: number;
}

interface SpeakerProgress {
  /** The time from which words count. */
  runningSince: Date;
  /** The size of what this speaker has said so far. */
  count: number;
  characters: number;
  lastStartedAt: Date | null;
}

/** Throws `conflict` for words from before both consented, for words out of order, and when the speaker's part is full. */
export function checkMayAdd(spoken: SpokenWords, progress: SpeakerProgress): void {
  const earliest = (instant: Date) => instant.getTime() - utteranceToleranceSeconds * 1000;
  if (spoken.startedAt.getTime() < earliest(progress.runningSince)) {
    throw conflict("This was said before the transcript began.");
  }
  if (progress.lastStartedAt !== null && spoken.startedAt.getTime() < earliest(progress.lastStartedAt)) {
    throw conflict("This was said before your last stored words. Send your words in order.");
  }
  if (progress.count >= maxUtterances || progress.characters + spoken.characters > maxTranscriptCharacters) {
    throw conflict("Your part of this transcript is full.");
  }
}

interface CorrectionState {
  completedAt: Date | null;
  correctionMinutes: number;
  hasReport: boolean;
  /** Both parties have finished correcting. */
  areBothDone: boolean;
  now: Date;
}

/** The latest end of corrections; null until the interview is completed. */
export function correctionsEndAt({
  completedAt,
  correctionMinutes,
}: Pick<CorrectionState, "completedAt" | "correctionMinutes">): Date | null {
  return completedAt === null ? null : new Date(completedAt.getTime() + correctionMinutes * 60_000);
}

/** Utterances can be corrected until the report is made from them. */
export function areCorrectionsOpen(state: CorrectionState): boolean {
  const end = correctionsEndAt(state);
  return !state.hasReport && !state.areBothDone && (end === null || state.now < end);
}

export function laterOf(first: Date, second: Date): Date {
  return new Date(Math.max(first.getTime(), second.getTime()));
}

function conflict(msg: string): AppError {
  return new AppError("conflict", { msg });
}
