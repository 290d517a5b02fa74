import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";

/** The settings of this installation that the browser needs. */
export const siteSchema = z.object({
  name: z.string(),
  tagline: z.string(),
  supportEmail: z.string(),
  socialLinks: z.object({ linkedin: z.string(), instagram: z.string(), youtube: z.string() }),
  showAdvisoryBanner: z.boolean(),
  /** An operator's notice at the top of every page; empty without one. */
  notice: z.string(),
  /** Questions that operators added to the contact page. */
  moreQuestions: z.array(z.object({ question: z.string(), answer: z.string() })),
  /** The time zone of the business, used when the viewer's is unknown. */
  timeZone: z.string(),
  /** The meeting provider's public name: "Greenroom room" or "Zoom". */
  meetingProvider: z.string(),
  /** How many hours before the start an interviewee can still cancel or move free of charge. */
  cancelNoticeHours: z.number().int(),
  /** How many hours after the end the mentor's feedback is due. */
  feedbackDeadlineHours: z.number().int(),
  /** How many days after the interview its record is deleted. */
  recordDays: z.number().int(),
  /** How many minutes after the end of an interview its report is made. */
  correctionMinutes: z.number().int(),
  trust: z.object({ averageRating: z.number(), ledBy: z.string(), insights: z.string() }),
  /** The folder of a Pyodide distribution, with packages for Python; null: there are none. */
  pyodideUrl: z.string().nullable(),
  /** True with the default settings, where mail is read at `/dev/mailbox`. */
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
