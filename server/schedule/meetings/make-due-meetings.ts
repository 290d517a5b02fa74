import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { findBooking } from "../bookings/find-booking.ts";
import { createMeeting } from "./create.ts";
import { selectDueMeetings } from "./meeting-store.ts";

/** Meetings per run; the rest wait for the next minute. */
const batchSize = 20;

/** Retries every meeting whose next attempt is due. Several servers may run this at once. */
export async function makeDueMeetings(deps: Deps): Promise<void> {
  for (const bookingId of await selectDueMeetings(deps.database, deps.clock.now(), batchSize)) {
    await makeBookedMeeting(deps, { bookingId });
  }
}

/**
 * Creates a booking's meeting. Canceled and past bookings need none. An unavailable provider is retried at the
 * stored time.
 */
export async function makeBookedMeeting(deps: Deps, { bookingId }: { bookingId: string }): Promise<void> {
  const booking = await findBooking(deps.database, bookingId);
  if (booking === null || booking.status !== "pending" || booking.endsAt <= deps.clock.now()) return;
  try {
    await createMeeting(deps, booking);
  } catch (error) {
    const isSettledElsewhere = error instanceof AppError && ["unavailable", "conflict"].includes(error.code);
    if (!isSettledElsewhere) throw error;
    deps.log.info({ bookingId, reason: error.message }, "no meeting yet");
  }
}
