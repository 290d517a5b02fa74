import { z } from "zod";
import { endpoint, messageSchema } from "../kernel/endpoint.ts";
import { emailSchema, requiredName } from "../kernel/names.ts";
import { requiredText } from "../kernel/text.ts";
import { checkedFactsSchema } from "../people/mentors.ts";

/** The settings of this installation that the browser needs. */
export const siteSchema = z.object({
  name: z.string(),
  tagline: z.string(),
  supportEmail: z.string(),
  socialLinks: z.object({ linkedin: z.string(), instagram: z.string(), youtube: z.string() }),
  /** Whether the top of every page has the advice about phones. */
  showAdvisoryBanner: z.boolean(),
  /** An operator's notice at the top of every page; empty without one. */
  notice: z.string(),
  /** Questions that operators added to the contact page. */
  moreQuestions: z.array(z.object({ question: z.string(), answer: z.string() })),
  /** The IANA time zone of the business, in which the operator's desk shows all times. */
  timeZone: z.string(),
  /** The meeting provider's public name: "Zoom", or the name of the site for our own room. */
  meetingProvider: z.string(),
  /** Until how many hours before the start an interviewee can move a booking, or cancel it free of charge. */
  cancelNoticeHours: z.number().int(),
  /** How many hours after the end the mentor's feedback is due. */
  feedbackDeadlineHours: z.number().int(),
  /** How many days after the interview its record is deleted. */
  recordDays: z.number().int(),
  /** How many minutes after an interview both parties can correct their words; then its report is made. */
  correctionMinutes: z.number().int(),
  /** The interviewer's share of the price of an interview, in percent. */
  interviewerSharePercent: z.number().int(),
  /** The day on which interviewers are paid next, as `2026-12-05`; null if no day is set. */
  nextPayout: z.string().nullable(),
  /**
   * Two highlights of the landing page; the average rating is from 1 to 5. `ratings`: of how many it is the mean; null
   * while it is the setting.
   */
  trust: z.object({
    averageRating: z.number(),
    ratings: z.int().nullable(),
    insights: z.string(),
  }),
  mentorFacts: checkedFactsSchema,
  /** The folder of a Pyodide distribution, from which pages load Python packages; null without one. */
  pyodideUrl: z.string().nullable(),
  /** True if the server keeps mail in a folder instead of sending it: pages then point to `/dev/mailbox`. */
  hasMailbox: z.boolean(),
});
export type Site = z.infer<typeof siteSchema>;

export const getSite = endpoint("GET /api/site", {
  access: "public",
  summary: "Settings of the site: name, links, zone",
  output: siteSchema,
});

export const contactMessageSchema = z.strictObject({
  name: requiredName("Name"),
  email: emailSchema,
  message: requiredText({ label: "Message", max: 5000 }),
  /** A hidden field that only bots fill in. A message with it gets the usual answer and is discarded. */
  website: z.string().max(2000).optional(),
});

export const sendContactMessage = endpoint("POST /api/contact", {
  access: "public",
  limit: "contact-by-address",
  summary: "Write to us",
  body: contactMessageSchema,
  output: messageSchema,
});
