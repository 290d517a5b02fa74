import { setTimeout as sleep } from "node:timers/promises";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../http/errors.ts";
import type { BookingRecord } from "../bookings/rules.ts";
import { checkMayMeet } from "./rules.ts";
import { claimMeeting, findJoinUrl, releaseMeeting, settleMeeting } from "./store.ts";

/** How long a caller waits for another who is asking the provider, and how often it looks. */
const patienceMilliseconds = 5_000;
const lookEveryMilliseconds = 50;

/**
 * Makes the booking's meeting, or answers the link of the one that is there. The browser and the outbox may call at
 * once: one of them asks the provider, the other waits for its link.
 * Throws `conflict` for a cancelled or past booking, `unavailable` when the provider is away.
 */
export async function createMeeting(deps: Deps, booking: BookingRecord): Promise<string> {
  checkMayMeet(booking, deps.clock.now());
  for (let waited = 0; waited <= patienceMilliseconds; waited += lookEveryMilliseconds) {
    const standing = await findJoinUrl(deps.database, booking.id);
    if (standing !== null) return standing;
    const claim = { bookingId: booking.id, provider: deps.meetings.name, now: deps.clock.now() };
    const claimedUntil = await claimMeeting(deps.database, claim);
    if (claimedUntil !== null) return await askProvider(deps, booking, claimedUntil);
    await sleep(lookEveryMilliseconds);
  }
  throw new AppError("unavailable", {
    msg: `❌ The ${deps.meetings.displayName} meeting is still being created. Please try again in a moment.`,
    retryAfterSeconds: 5,
  });
}

/** With the claim in hand. No transaction stands around the provider's call: the claim does what a lock would. */
async function askProvider(deps: Deps, booking: BookingRecord, claimedUntil: Date): Promise<string> {
  let joinUrl: string;
  try {
    const meeting = await deps.meetings.create({
      bookingId: booking.id,
      startsAt: booking.startsAt,
      endsAt: booking.endsAt,
      topic: `${deps.config.business.name} mock interview`,
    });
    joinUrl = meeting.joinUrl;
  } catch (error) {
    await releaseMeeting(deps.database, booking.id, claimedUntil);
    throw error;
  }
  return await settleMeeting(deps.database, booking.id, joinUrl);
}
