import { z } from "zod";
import { defineJob } from "../../jobs/job.ts";

/** Makes a booking's meeting, whether or not a browser asks for it too. */
export const makeMeeting = defineJob({
  name: "meetings.make",
  payload: z.object({ bookingId: z.string() }),
});
