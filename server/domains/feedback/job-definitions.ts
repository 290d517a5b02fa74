import { parties } from "@greenroom/contract/bookings.ts";
import { z } from "zod";
import { defineJob } from "../../jobs/job.ts";

const bookingPayload = z.object({ bookingId: z.string() });

/** Looks for feedback that is still to come and for what is late, every minute. */
export const chaseFeedback = defineJob({
  name: "feedback.chase",
  payload: z.unknown().transform(() => ({})),
  cron: "* * * * *",
});

/** Looks a file through that was held back because the virus scanner was away. */
export const scanFeedbackFile = defineJob({
  name: "feedback.scan-file",
  payload: z.object({ storageKey: z.string() }),
});

/** Reminds an interviewer of the feedback that they owe. */
export const mailFeedbackReminder = defineJob({ name: "feedback.mail-reminder", payload: bookingPayload });

/** Tells one party that the feedback is late and what was given for it. */
export const mailRemedy = defineJob({
  name: "feedback.mail-remedy",
  payload: bookingPayload.extend({ to: z.enum(parties) }),
});
