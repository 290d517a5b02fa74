import { setTimeout as sleep } from "node:timers/promises";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../http/errors.ts";
import type { HostedMeetings } from "../../ports/meeting.ts";
import { findBooking } from "../bookings/find-booking.ts";
import type { BookingRecord } from "../bookings/rules.ts";
import { hasChanged, holdMeeting } from "./hold-meeting.ts";
import { meetInRoom } from "./meet-in-room.ts";
import {
  type Claim,
  claimMeeting,
  findMeeting,
  findNextTry,
  postponeMeeting,
  type StandingMeeting,
  settleMeeting,
} from "./meeting-store.ts";
import { checkMayMeet, nextTry } from "./rules.ts";

/** How long a caller waits for another who is asking the provider, and how often it looks. */
const patienceMilliseconds = 5_000;
const lookEveryMilliseconds = 50;

/**
 * Makes the booking's meeting, or answers the one that is there. The browser and the outbox may call at once: one of them
 * asks the provider, the other waits for what it gets. When no host is free, or the provider stays away, it is in our own room.
 * Throws `conflict` for a cancelled or past booking; `unavailable` when the provider is away and will be asked again.
 */
export async function createMeeting(deps: Deps, booking: BookingRecord): Promise<StandingMeeting> {
  const { hosted, displayName } = deps.meetings;
  checkMayMeet(booking, deps.clock.now());
  for (let waited = 0; waited <= patienceMilliseconds; waited += lookEveryMilliseconds) {
    const standing = await findMeeting(deps.database, booking.id);
    if (standing !== null) return standing;
    const wish = { bookingId: booking.id, provider: hosted?.name ?? "room", now: deps.clock.now() };
    const claim = await claimMeeting(deps.database, wish);
    if (claim !== null) {
      await make(deps, booking.id, claim);
      const made = await findMeeting(deps.database, booking.id);
      if (made === null) throw hasChanged();
      return made;
    }
    await checkNotPostponed(deps, booking.id);
    await sleep(lookEveryMilliseconds);
  }
  throw new AppError("unavailable", {
    msg: `❌ The ${displayName} meeting is still being created. Please try again in a moment.`,
    retryAfterSeconds: 5,
  });
}

/**
 * With the claim in hand. No transaction stands around the provider's calls: the claim does what a lock would, also when the
 * booking moves meanwhile, so that two times of one meeting never race to the provider. Asked for is what the booking is now.
 */
async function make(deps: Deps, bookingId: string, claim: Claim): Promise<void> {
  const { hosted, room } = deps.meetings;
  if (hosted === null) {
    await settleMeeting(deps.database, bookingId, { provider: "room", joinUrl: room.joinUrl(bookingId) });
    return;
  }
  try {
    await ask(deps, hosted, bookingId, claim);
  } catch (error) {
    // Whoever moved the booking waits for the claim, or comes with the next minute's round.
    if (isCode(error, "conflict")) await postponeMeeting(deps.database, claim, deps.clock.now());
    throw error;
  }
}

async function ask(deps: Deps, hosted: HostedMeetings, bookingId: string, claim: Claim): Promise<void> {
  const booking = await findBooking(deps.database, bookingId);
  if (booking === null) throw hasChanged();
  checkMayMeet(booking, deps.clock.now());
  try {
    if (!(await holdMeeting(deps, hosted, booking))) await meetInRoom(deps, booking, "no-host");
  } catch (error) {
    if (!isCode(error, "unavailable")) throw error;
    const now = deps.clock.now();
    const { firstTriedAt } = claim;
    const retryAfterSeconds = error.retryAfterSeconds ?? 0;
    const next = nextTry({ firstTriedAt, startsAt: booking.startsAt, retryAfterSeconds, now });
    deps.log.warn({ bookingId, next, err: error }, "the meeting provider is away");
    if (next === null) return await meetInRoom(deps, booking, "provider-away");
    await postponeMeeting(deps.database, claim, next);
    throw error;
  }
}

function isCode(error: unknown, code: "conflict" | "unavailable"): error is AppError {
  return error instanceof AppError && error.code === code;
}

async function checkNotPostponed(deps: Deps, bookingId: string): Promise<void> {
  const next = await findNextTry(deps.database, bookingId);
  const seconds = next === null ? 0 : Math.ceil((next.getTime() - deps.clock.now().getTime()) / 1000);
  if (seconds <= 0) return;
  throw new AppError("unavailable", {
    msg: `❌ ${deps.meetings.displayName} cannot be reached at the moment. The meeting is made as soon as it can be.`,
    retryAfterSeconds: seconds,
  });
}
