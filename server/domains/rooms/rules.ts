import type { BookingStatus } from "@greenroom/contract/bookings.ts";
import {
  addMinutes,
  feedbackMinutes,
  interviewMinutes,
  roomOpensMinutesBefore,
} from "@greenroom/contract/core/time.ts";
import { AppError } from "../../core/errors.ts";

/** The room stays open for this long after the end. */
export const roomClosesMinutesAfter = 30;
/** After this long without a heartbeat, a party no longer counts as present. */
export const presenceTimeoutSeconds = 15;
/** A ticket for the room's socket expires after this long. */
export const ticketSeconds = 20;
/** How often a socket is checked: well within `presenceTimeoutSeconds`. */
export const heartbeatSeconds = 5;
/**
 * Message limit of one socket: an offer brings about forty candidates at once, and a fast typist makes ten
 * keystrokes a second.
 */
export const socketRateLimit = { burst: 120, perSecond: 40 };

/** The number of lobby sockets that one person may have open on one server: a tab on each of a few devices. */
export const maxLobbySockets = 6;

/** Updates that are stored before they are merged into one. */
export const compactAfterUpdates = 200;
/** The maximum size of a pad with its Yjs history, in bytes. */
export const maxPadStateBytes = 700_000;

/** Minimum time between two snapshots of the code while someone types. */
export const snapshotSeconds = 10;
/** Of the runs in each period of this length, the history contains only the newest code. */
export const runSnapshotSeconds = 3;
/** One in this many snapshots stores the whole text; the others store differences. */
export const snapshotsPerWholeText = 60;
/**
 * Limits for one interview: number of snapshots, and bytes of text. The table's checks have the same limits
 * (`0032_code_history.sql`).
 */
export const maxSnapshots = 720;
export const maxSnapshotBytes = 4_000_000;
/** The size that the history may have when the room opens: snapshots beside one in ten seconds, and bytes of text. */
const snapshotsAtOpening = 150;
const snapshotBytesAtOpening = 1_000_000;
/** When the room closes; the rest is for the last text, which can replace one that was small. */
const snapshotBytesAtClosing = 3_400_000;

/**
 * The size that an interview's code history may have at an instant. The limits grow while the room is open, so that one party
 * cannot use up the room of the whole interview.
 */
export function historyLimits(startsAt: Date, endsAt: Date, at: Date): { snapshots: number; bytes: number } {
  const { opensAt, closesAt } = roomTimes({ startsAt, endsAt });
  const openMs = closesAt.getTime() - opensAt.getTime();
  const passedMs = Math.min(Math.max(at.getTime() - opensAt.getTime(), 0), openMs);
  const more = snapshotBytesAtClosing - snapshotBytesAtOpening;
  return {
    snapshots: Math.min(snapshotsAtOpening + passedMs / 1000 / snapshotSeconds, maxSnapshots),
    bytes: snapshotBytesAtOpening + more * (passedMs / openMs),
  };
}

/** The record ignores absences shorter than this. */
export const shortAbsenceSeconds = 60;
/** Limit for one interview. */
export const maxMarks = 200;

/**
 * Limits for one person's messages in an interview: far more than anybody types in the hours in which a room is open.
 * They count by person, so that nobody can use up the other's.
 */
export const maxChatMessages = 1_000;
export const maxChatBytes = 500_000;
/** The chat that a page gets when it joins, in bytes of text, so that it arrives in time on a slow line. */
export const maxWelcomeChatBytes = 200_000;

/**
 * Limits for what one person says in an interview: far more than anybody says in 45 minutes. They count by person, so
 * that nobody can use up the other's.
 */
export const maxUtterances = 1_000;
export const maxTranscriptCharacters = 200_000;
/** Limit for one interview. Withdrawing consent always works. */
export const maxConsentEvents = 200;
/** How long after the interview's end the server still accepts an utterance. */
export const lateUtteranceSeconds = 30;
/** Tolerance for times that a page measures. */
export const utteranceToleranceSeconds = 2;

interface InterviewTimes {
  startsAt: Date;
  endsAt: Date;
}

/** When the room opens and closes, and the three phases of the 45 minutes. */
export function roomTimes({ startsAt, endsAt }: InterviewTimes) {
  const feedbackAt = addMinutes(startsAt, interviewMinutes);
  return {
    opensAt: addMinutes(startsAt, -roomOpensMinutesBefore),
    feedbackAt,
    wrapUpAt: addMinutes(feedbackAt, feedbackMinutes),
    closesAt: addMinutes(endsAt, roomClosesMinutesAfter),
  };
}

/** When the next phase of the interview begins; null after the end. */
export function nextPhaseAt(interview: InterviewTimes, now: Date): Date | null {
  const { feedbackAt } = roomTimes(interview);
  return [interview.startsAt, feedbackAt, interview.endsAt].find((at) => at > now) ?? null;
}

/** When the record of an interview is old enough to be deleted. */
export function recordDeletedAt({ endsAt }: Pick<InterviewTimes, "endsAt">, recordDays: number): Date {
  return addMinutes(endsAt, recordDays * 24 * 60);
}

export function isRoomClosed(interview: InterviewTimes, now: Date): boolean {
  return roomTimes(interview).closesAt <= now;
}

/** A person seen at or after this instant is present. */
export function presenceCutoff(now: Date): Date {
  return new Date(now.getTime() - presenceTimeoutSeconds * 1000);
}

/** Throws `conflict` if this booking's room is canceled or closed. */
export function checkRoomNotClosed(booking: InterviewTimes & { status: BookingStatus }, now: Date): void {
  if (booking.status === "cancelled") {
    throw new AppError("conflict", { msg: "This interview was canceled, so its room is closed." });
  }
  if (isRoomClosed(booking, now)) {
    throw new AppError("conflict", { msg: "This interview has ended and its room is closed." });
  }
}

/** Throws `conflict` if the room cannot be entered now. Before it opens, `details` contains the opening time. */
export function checkMayEnterRoom(booking: InterviewTimes & { status: BookingStatus }, now: Date): void {
  checkRoomNotClosed(booking, now);
  const { opensAt } = roomTimes(booking);
  if (now < opensAt) {
    throw new AppError("conflict", {
      msg: `The room opens ${roomOpensMinutesBefore} minutes before the interview starts.`,
      details: { opensAt: opensAt.toISOString() },
    });
  }
}

/**
 * When a meeting occupies one of its host's seats: from the time the interviewer can open it until the end of the
 * interview.
 */
export function hostAllocationTimes({ startsAt, endsAt }: InterviewTimes): { from: Date; until: Date } {
  return { from: addMinutes(startsAt, -roomOpensMinutesBefore), until: endsAt };
}

/** An unavailable provider is retried for this long, and only until `roomAtLatestMinutesBefore`. */
const providerRetryMinutes = 15;
const roomAtLatestMinutesBefore = 30;
/** Minimum pause between attempts, even if the provider asks for less. */
const retrySeconds = 15;

interface FailedAttempt {
  firstAttemptAt: Date;
  startsAt: Date;
  retryAfterSeconds: number;
  now: Date;
}

/** When to retry an unavailable provider; null if we stop retrying and use our own room instead. */
export function nextAttempt({
  firstAttemptAt,
  startsAt,
  retryAfterSeconds,
  now,
}: FailedAttempt): Date | null {
  const next = addMinutes(now, Math.max(retryAfterSeconds, retrySeconds) / 60);
  const isWithinRetryPeriod = now < addMinutes(firstAttemptAt, providerRetryMinutes);
  return isWithinRetryPeriod && next <= addMinutes(startsAt, -roomAtLatestMinutesBefore) ? next : null;
}

/** Throws `conflict` if the interviewer cannot open the meeting now. */
export function checkMayStartMeeting(booking: InterviewTimes & { status: BookingStatus }, now: Date): void {
  if (booking.status === "cancelled") {
    throw new AppError("conflict", { msg: "This interview was canceled, so there is no meeting to start." });
  }
  const { opensAt, closesAt } = roomTimes(booking);
  if (closesAt <= now) throw new AppError("conflict", { msg: "This interview has ended." });
  if (now < opensAt) {
    throw new AppError("conflict", {
      msg: `You can start the meeting from ${roomOpensMinutesBefore} minutes before the interview.`,
      details: { opensAt: opensAt.toISOString() },
    });
  }
}

/** Throws `conflict` if no meeting can be created for this booking any more. */
export function checkMayCreateMeeting(booking: InterviewTimes & { status: BookingStatus }, now: Date): void {
  if (booking.status === "cancelled") {
    throw new AppError("conflict", { msg: "This booking was canceled. No meeting was created." });
  }
  if (booking.endsAt <= now) {
    throw new AppError("conflict", { msg: "This interview is in the past. No meeting was created." });
  }
}
