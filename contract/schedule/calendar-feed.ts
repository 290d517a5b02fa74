import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { wireInstantSchema } from "../kernel/instants.ts";

export const getCalendarFeed = endpoint("GET /api/interviewer/calendar-feed", {
  access: "interviewer",
  isVisibleInSeeAs: true,
  summary: "Whether I have a calendar link, and since when",
  output: z.object({ createdAt: wireInstantSchema.nullable() }),
});

export const createCalendarFeed = endpoint("POST /api/interviewer/calendar-feed", {
  access: "interviewer",
  limit: "edit-by-user",
  summary: "Create my private calendar link, shown only once; an earlier one stops working",
  status: 201,
  output: z.object({ url: z.string(), createdAt: wireInstantSchema }),
});

export const revokeCalendarFeed = endpoint("DELETE /api/interviewer/calendar-feed", {
  access: "interviewer",
  limit: "edit-by-user",
  summary: "Revoke my calendar link",
  status: 204,
});

/** Anyone who knows the address may read it, because calendar programs do not send our token. */
export const readCalendarFeed = endpoint("GET /api/calendar-feed/:file", {
  access: "public",
  summary: "Booked interviews as iCalendar, for a calendar program",
  params: z.strictObject({ file: z.string().max(200) }),
});
