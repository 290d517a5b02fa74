import type { Deps } from "../../deps.ts";
import { AppError } from "../../http/errors.ts";
import { findBooking } from "../bookings/find-booking.ts";
import { createMeeting } from "./create-meeting.ts";
import { selectDueMeetings } from "./meeting-store.ts";

/** Meetings a run: what is left waits a minute. */
const batchSize = 20;

/** Tries again for every meeting whose time for it has come. Several servers may do so at once. */
export async function makeDueMeetings(deps: Deps): Promise<void> {
  for (const bookingId of await selectDueMeetings(deps.database, deps.clock.now(), batchSize)) {
    await makeBookedMeeting(deps, { bookingId });
  }
}

/** A booking that is cancelled or past by now needs no meeting. A provider that is away is asked again at the time that was written down. */
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
