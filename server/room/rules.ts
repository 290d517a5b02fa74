import { addMinutes, roomOpensMinutesBefore } from "@greenroom/contract/kernel/time.ts";
import type { BookingStatus } from "@greenroom/contract/schedule/bookings.ts";
import { AppError, conflict } from "../kernel/errors.ts";
import { type InterviewTimes, isRoomClosed, roomTimes } from "../schedule/meetings/meeting-times.ts";

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

/** When the next phase of the interview begins; null after the end. */
export function nextPhaseAt(interview: InterviewTimes, now: Date): Date | null {
  const { feedbackAt } = roomTimes(interview);
  return [interview.startsAt, feedbackAt, interview.endsAt].find((at) => at > now) ?? null;
}

/** When the record of an interview is old enough to be deleted. */
export function recordDeletedAt({ endsAt }: Pick<InterviewTimes, "endsAt">, recordDays: number): Date {
  return addMinutes(endsAt, recordDays * 24 * 60);
}

/** A person seen at or after this instant is present. */
export function presenceCutoff(now: Date): Date {
  return new Date(now.getTime() - presenceTimeoutSeconds * 1000);
}

/** Throws `conflict` if this booking's room is canceled or closed. */
export function checkRoomNotClosed(booking: InterviewTimes & { status: BookingStatus }, now: Date): void {
  if (booking.status === "cancelled") {
    throw conflict("This interview was canceled, so its room is closed.");
  }
  if (isRoomClosed(booking, now)) {
    throw conflict("This interview has ended and its room is closed.");
  }
}

/** Throws `conflict` if the room cannot be entered now. Before it opens, `details` contains the opening time. */
export function checkMayEnterRoom(booking: InterviewTimes & { status: BookingStatus }, now: Date): void {
  checkRoomNotClosed(booking, now);
  // An interview whose session was returned, or which was paid as missed, must not take place all the same.
  if (booking.status === "no_show_interviewee" || booking.status === "no_show_interviewer") {
    throw conflict("This interview counts as missed, so its room is closed.");
  }
  const { opensAt } = roomTimes(booking);
  if (now < opensAt) {
    throw new AppError("conflict", {
      msg: `The room opens ${roomOpensMinutesBefore} minutes before the interview starts.`,
      details: { opensAt: opensAt.toISOString() },
    });
  }
}
