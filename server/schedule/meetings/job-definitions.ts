import { parties } from "@greenroom/contract/schedule/bookings.ts";
import { z } from "zod";
import { defineJob, defineMailJob, emptyPayload } from "../../kernel/jobs/job.ts";

const bookingPayload = z.object({ bookingId: z.string() });
/** Creates a booking's meeting, whether or not a browser asks for it too. */
export const makeMeeting = defineJob({ name: "meetings.make", payload: bookingPayload });

/** Retries, every minute, the meetings that are due because their provider was unavailable or their server died. */
export const makeMeetingsDue = defineJob({
  name: "meetings.make-due",
  payload: emptyPayload,
  cron: "* * * * *",
  expireSeconds: 300,
});

/** Deletes the meeting of a released seat. */
export const removeMeeting = defineJob({
  name: "meetings.remove",
  payload: z.object({ allocationId: z.string() }),
});

/** Deletes unwanted meetings of ours at the provider, every hour. */
export const sweepUnwantedMeetings = defineJob({
  name: "meetings.sweep",
  payload: emptyPayload,
  cron: "17 * * * *",
  expireSeconds: 300,
});

/** Tells one party that the interview is in our own room instead. */
export const mailRoomFallback = defineMailJob({
  name: "meetings.mail-room-instead",
  payload: bookingPayload.extend({ to: z.enum(parties) }),
});
