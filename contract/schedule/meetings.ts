import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { idSchema } from "../kernel/ids.ts";
import { instantSchema } from "../kernel/time.ts";

export const createMeeting = endpoint({
  method: "POST",
  path: "/api/meeting/create",
  access: "signed-in",
  limit: "room-ticket-by-user",
  summary: "Create the booking's meeting, or return the existing one",
  body: z.strictObject({ bookingId: idSchema, startTime: instantSchema }),
  output: z.object({ zoomLink: z.string(), msg: z.string() }),
});

export const getStartLink = endpoint({
  method: "POST",
  path: "/api/meeting/:bookingId/start-link",
  access: "interviewer",
  limit: "start-link-by-user",
  summary: "The address that opens the meeting as its host at another provider; valid for a short time",
  params: z.strictObject({ bookingId: idSchema }),
  output: z.object({ startUrl: z.string() }),
});
