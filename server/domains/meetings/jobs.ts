import type { Deps } from "../../deps.ts";
import { handles, type JobHandler } from "../../jobs/job.ts";
import { findBooking } from "../bookings/find-booking.ts";
import { createMeeting } from "./create-meeting.ts";
import { makeMeeting } from "./job-definitions.ts";

export const meetingJobs: JobHandler<Deps>[] = [handles(makeMeeting, makeBookedMeeting)];

/** A booking that is cancelled or past by now needs no meeting. */
async function makeBookedMeeting(deps: Deps, { bookingId }: { bookingId: string }): Promise<void> {
  const booking = await findBooking(deps.database, bookingId);
  if (booking === null || booking.status !== "pending" || booking.endsAt <= deps.clock.now()) return;
  await createMeeting(deps, booking);
}
