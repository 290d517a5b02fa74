import { parties } from "@greenroom/contract/bookings.ts";
import { z } from "zod";
import { defineJob } from "../../jobs/job.ts";

const bookingPayload = z.object({ bookingId: z.string() });
const nothing = z.unknown().transform(() => ({}));

/** Makes a booking's meeting, whether or not a browser asks for it too. */
export const makeMeeting = defineJob({ name: "meetings.make", payload: bookingPayload });

/** Tries again for meetings whose provider was away, or whose maker died, when their time has come: every minute. */
export const makeMeetingsDue = defineJob({
  name: "meetings.make-due",
  payload: nothing,
  cron: "* * * * *",
  expireSeconds: 300,
});

/** Deletes the meeting of a host's seat that was released. */
export const removeMeeting = defineJob({
  name: "meetings.remove",
  payload: z.object({ allocationId: z.string() }),
});

/** Looks at the provider for meetings of ours that nobody wants: every hour. */
export const sweepUnwanted = defineJob({
  name: "meetings.sweep",
  payload: nothing,
  cron: "17 * * * *",
  expireSeconds: 300,
});

/** Tells one party that the interview is in our own room after all. */
export const mailRoomInstead = defineJob({
  name: "meetings.mail-room-instead",
  payload: bookingPayload.extend({ to: z.enum(parties) }),
});
