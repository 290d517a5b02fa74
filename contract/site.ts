import { z } from "zod";
import { endpoint } from "./endpoint.ts";

/** What the browser must know of how this Greenroom is set up. */
export const siteSchema = z.object({
  name: z.string(),
  tagline: z.string(),
  supportEmail: z.string(),
  socialLinks: z.object({ linkedin: z.string(), instagram: z.string(), youtube: z.string() }),
  showAdvisoryBanner: z.boolean(),
  /** The zone of the business, used where the viewer's is not known. */
  timeZone: z.string(),
  /** The meeting provider as people call it: "Greenroom room" or "Zoom". */
  meetingProvider: z.string(),
  /** So many hours before the start an interviewee can cancel or move for nothing. */
  cancelNoticeHours: z.number().int(),
  /** So many hours after the end the mentor's feedback is due. */
  feedbackDeadlineHours: z.number().int(),
  trust: z.object({ averageRating: z.number(), ledBy: z.string(), insights: z.string() }),
  /** True on embedded defaults, where mail is read at `/dev/mailbox`. */
  isDevelopment: z.boolean(),
});
export type Site = z.infer<typeof siteSchema>;

export const getSite = endpoint({
  method: "GET",
  path: "/api/site",
  access: "public",
  summary: "Settings of the site: name, links, zone",
  output: siteSchema,
});
