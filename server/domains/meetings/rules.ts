import type { BookingStatus } from "@greenroom/contract/bookings.ts";
import {
  addMinutes,
  feedbackMinutes,
  interviewMinutes,
  roomOpensMinutesBefore,
} from "@greenroom/contract/time.ts";
import { AppError } from "../../http/errors.ts";

/** The room stays open so long after the end. */
export const roomClosesMinutesAfter = 30;
/** Without a sign of life for so long, a party is not in the room any more. */
export const presenceSeconds = 15;
/** A ticket for the room's socket is used at once, or not at all. */
export const ticketSeconds = 20;
/** How often a socket is looked after: well within `presenceSeconds`. */
export const seatBeatSeconds = 5;
/** Messages of one socket: an offer brings some forty candidates at once, and a quick typist ten strokes a second. */
export const socketPace = { burst: 120, perSecond: 40 };

/** Of updates that wait to be made one of, before they are. */
export const compactAfterUpdates = 200;
/** What a pad may come to with all that Yjs remembers of it, in bytes. */
export const mostPadStateBytes = 700_000;

interface Session {
  startsAt: Date;
  endsAt: Date;
}

/** The session's clock: doors, the three parts of the 45 minutes, and closing time. */
export function roomTimes({ startsAt, endsAt }: Session) {
  const feedbackAt = addMinutes(startsAt, interviewMinutes);
  return {
    opensAt: addMinutes(startsAt, -roomOpensMinutesBefore),
    feedbackAt,
    wrapUpAt: addMinutes(feedbackAt, feedbackMinutes),
    closesAt: addMinutes(endsAt, roomClosesMinutesAfter),
  };
}

export function isRoomClosed(session: Session, now: Date): boolean {
  return roomTimes(session).closesAt <= now;
}

/** Seen at or after this instant is present. */
export function presentSince(now: Date): Date {
  return new Date(now.getTime() - presenceSeconds * 1000);
}

/** Throws `conflict` when this booking's room is not to be looked into any more. */
export function checkRoomStands(booking: Session & { status: BookingStatus }, now: Date): void {
  if (booking.status === "cancelled") {
    throw new AppError("conflict", { msg: "This interview was cancelled, so its room is closed." });
  }
  if (isRoomClosed(booking, now)) {
    throw new AppError("conflict", { msg: "This interview is over and its room is closed." });
  }
}

/** Throws `conflict` when the room cannot be entered now; before it opens, `details` says when it will. */
export function checkMayEnter(booking: Session & { status: BookingStatus }, now: Date): void {
  checkRoomStands(booking, now);
  const { opensAt } = roomTimes(booking);
  if (now < opensAt) {
    throw new AppError("conflict", {
      msg: `The room opens ${roomOpensMinutesBefore} minutes before the interview starts.`,
      details: { opensAt: opensAt.toISOString() },
    });
  }
}

/** While a meeting takes one of its host's seats: from when the interviewer can open it until the interview ends. */
export function hostTimes({ startsAt, endsAt }: Session): { from: Date; until: Date } {
  return { from: addMinutes(startsAt, -roomOpensMinutesBefore), until: endsAt };
}

/** A provider that is away is asked so long for a meeting, and never later than so long before the start. */
const patienceMinutes = 15;
const roomAtLatestMinutesBefore = 30;
/** Not sooner, whatever it asks for itself. */
const retrySeconds = 15;

interface FailedTry {
  firstTriedAt: Date;
  startsAt: Date;
  retryAfterSeconds: number;
  now: Date;
}

/** When a provider that is away is asked again; null when it is not any more, and a room of our own takes its place. */
export function nextTry({ firstTriedAt, startsAt, retryAfterSeconds, now }: FailedTry): Date | null {
  const next = addMinutes(now, Math.max(retryAfterSeconds, retrySeconds) / 60);
  const isPatient = now < addMinutes(firstTriedAt, patienceMinutes);
  return isPatient && next <= addMinutes(startsAt, -roomAtLatestMinutesBefore) ? next : null;
}

/** Throws `conflict` when its interviewer cannot open the meeting now. */
export function checkMayStart(booking: Session & { status: BookingStatus }, now: Date): void {
  if (booking.status === "cancelled") {
    throw new AppError("conflict", { msg: "This interview was cancelled, so there is no meeting to start." });
  }
  const { opensAt, closesAt } = roomTimes(booking);
  if (closesAt <= now) throw new AppError("conflict", { msg: "This interview is over." });
  if (now < opensAt) {
    throw new AppError("conflict", {
      msg: `You can start the meeting from ${roomOpensMinutesBefore} minutes before the interview.`,
      details: { opensAt: opensAt.toISOString() },
    });
  }
}

/** Throws `conflict` when no meeting can be made for this booking any more. */
export function checkMayMeet(booking: Session & { status: BookingStatus }, now: Date): void {
  if (booking.status === "cancelled") {
    throw new AppError("conflict", { msg: "This booking was cancelled. No meeting was created." });
  }
  if (booking.endsAt <= now) {
    throw new AppError("conflict", { msg: "This interview is in the past. No meeting was created." });
  }
}
