import { setTimeout as sleep } from "node:timers/promises";
import type { Tx } from "../../kernel/db/database.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import type { HostedMeetings } from "../../vendors/meeting/port.ts";
import { findBooking } from "../bookings/find-booking.ts";
import type { BookingRecord } from "../bookings/rules.ts";
import { fallBackToRoom } from "./fall-back-to-room.ts";
import { arrangeHostedMeeting, bookingChangedError } from "./hosts.ts";
import {
  acquireMeetingLease,
  type ExistingMeeting,
  findMeeting,
  findNextAttempt,
  insertMeetings,
  type MeetingLease,
  postponeMeeting,
  setMeetingLink,
} from "./meeting-store.ts";
import { checkMayCreateMeeting, nextAttempt } from "./meeting-times.ts";

/** How long a caller waits for another one that is calling the provider, and how often it checks. */
const waitTimeoutMilliseconds = 5_000;
const pollIntervalMilliseconds = 50;

/**
 * Creates the booking's meeting, or returns the existing one. Browser and job may call this at once: one calls the
 * provider, the other waits for the result. If no host is free, or the provider stays unavailable, the meeting is
 * in our own room. Throws `conflict` for a canceled or past booking, and `unavailable` if the provider is
 * unavailable and will be retried.
 */
export async function createMeeting(deps: Deps, booking: BookingRecord): Promise<ExistingMeeting> {
  const { hosted, displayName } = deps.meetings;
  checkMayCreateMeeting(booking, deps.clock.now());
  for (let waited = 0; waited <= waitTimeoutMilliseconds; waited += pollIntervalMilliseconds) {
    const existing = await findMeeting(deps.database, booking.id);
    if (existing !== null) return existing;
    const leaseRequest = { bookingId: booking.id, provider: hosted?.name ?? "room", now: deps.clock.now() };
    const lease = await acquireMeetingLease(deps.database, leaseRequest);
    if (lease !== null) {
      await createWithLease(deps, booking.id, lease);
      const made = await findMeeting(deps.database, booking.id);
      if (made === null) throw bookingChangedError();
      return made;
    }
    await checkNotPostponed(deps, booking.id);
    await sleep(pollIntervalMilliseconds);
  }
  throw new AppError("unavailable", {
    msg: `The ${displayName} meeting is still being created. Please try again in a moment.`,
    retryAfterSeconds: 5,
  });
}

/**
 * Requires the lease. No transaction is open during the provider's calls. The lease replaces a lock, also if the
 * booking moves meanwhile, so that requests for two times of one meeting never race. The request uses the booking's
 * current time.
 */
async function createWithLease(deps: Deps, bookingId: string, lease: MeetingLease): Promise<void> {
  const { hosted, room } = deps.meetings;
  if (hosted === null) {
    await setMeetingLink(deps.database, bookingId, { provider: "room", joinUrl: room.joinUrl(bookingId) });
    return;
  }
  try {
    await requestFromProvider(deps, hosted, bookingId, lease);
  } catch (error) {
    // The operation that moved the booking waits for the lease, or the job retries within a minute.
    if (hasErrorCode(error, "conflict")) await postponeMeeting(deps.database, lease, deps.clock.now());
    throw error;
  }
}

async function requestFromProvider(
  deps: Deps,
  hosted: HostedMeetings,
  bookingId: string,
  lease: MeetingLease,
): Promise<void> {
  const booking = await findBooking(deps.database, bookingId);
  if (booking === null) throw bookingChangedError();
  checkMayCreateMeeting(booking, deps.clock.now());
  try {
    if (!(await arrangeHostedMeeting(deps, hosted, booking))) await fallBackToRoom(deps, booking, "no-host");
  } catch (error) {
    if (!hasErrorCode(error, "unavailable")) throw error;
    const now = deps.clock.now();
    const { firstAttemptAt } = lease;
    const retryAfterSeconds = error.retryAfterSeconds ?? 0;
    const next = nextAttempt({ firstAttemptAt, startsAt: booking.startsAt, retryAfterSeconds, now });
    deps.log.warn({ bookingId, next, err: error }, "the meeting provider is unavailable");
    if (next === null) return await fallBackToRoom(deps, booking, "provider-away");
    await postponeMeeting(deps.database, lease, next);
    throw error;
  }
}

function hasErrorCode(error: unknown, code: "conflict" | "unavailable"): error is AppError {
  return error instanceof AppError && error.code === code;
}

async function checkNotPostponed(deps: Deps, bookingId: string): Promise<void> {
  const next = await findNextAttempt(deps.database, bookingId);
  const seconds = next === null ? 0 : Math.ceil((next.getTime() - deps.clock.now().getTime()) / 1000);
  if (seconds <= 0) return;
  throw new AppError("unavailable", {
    msg: `${deps.meetings.displayName} cannot be reached at the moment. We'll create the meeting as soon as possible.`,
    retryAfterSeconds: seconds,
  });
}

/**
 * Creates the meetings of bookings in our own room, in one statement. Meetings that exist or are being created stay
 * as they are; canceled and past bookings get none.
 */
export async function createRoomMeetings(deps: Deps, tx: Tx, bookingIds: string[]): Promise<void> {
  const { room } = deps.meetings;
  const meetings = bookingIds.map((bookingId) => ({ bookingId, joinUrl: room.joinUrl(bookingId) }));
  await insertMeetings(tx, meetings, { provider: "room", now: deps.clock.now() });
}
