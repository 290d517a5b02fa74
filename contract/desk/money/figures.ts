import { z } from "zod";
import { endpoint } from "../../kernel/endpoint.ts";
import { wireInstantSchema } from "../../kernel/instants.ts";

/** The longest period of one answer. */
export const maxFigureDays = 366;

/** The figures of one day or month in the business's time zone. Amounts are rupees. */
export const figureRowSchema = z.object({
  /** `2026-11-20`, or `2026-11`. */
  period: z.string(),
  payments: z.number().int(),
  revenue: z.number(),
  refunds: z.number(),
  sessionsSold: z.number().int(),
  sessionsGiven: z.number().int(),
  /** Sessions that were booked, minus those that were returned: negative if more were returned than booked. */
  sessionsUsed: z.number().int(),
  sessionsRefunded: z.number().int(),
  /** Our liability at the end of the period: sessions that were bought or given and not used yet. */
  openSessions: z.number().int(),
  /** The same in rupees, at the price that was paid for each. */
  openValue: z.number(),
  slotsOffered: z.number().int(),
  slotsBooked: z.number().int(),
  /** All that were not canceled, also those that are still ahead or were missed. */
  interviews: z.number().int(),
  completed: z.number().int(),
  /** Interviews that the interviewee, or the interviewer, did not attend. */
  noShowInterviewee: z.number().int(),
  noShowInterviewer: z.number().int(),
  cancelled: z.number().int(),
  /** The feedback files that arrived from mentors, and their average delay after the interview. */
  feedbackFiles: z.number().int(),
  feedbackHours: z.number().nullable(),
});
export type FigureRow = z.infer<typeof figureRowSchema>;

const day = z.iso.date("A day looks like 2026-11-20.");
const figuresQuery = z.strictObject({ by: z.enum(["day", "month"]), from: day, to: day });

export const getFigures = endpoint("GET /api/operator/figures", {
  access: "operator",
  summary: "Revenue, sessions, slots, no-shows and feedback by day or month; today is counted live",
  query: figuresQuery,
  output: z.object({
    timeZone: z.string(),
    /** When the newest stored day was computed; null before the first. */
    computedAt: wireInstantSchema.nullable(),
    rows: z.array(figureRowSchema),
  }),
});

export const exportFigures = endpoint("GET /api/operator/figures.csv", {
  access: "operator",
  confirmation: "acting",
  summary: "The same as CSV",
  query: figuresQuery,
});

export const cohortRowSchema = z.object({
  /** The month of the first payment, `2026-11`. */
  cohort: z.string(),
  /** How many months later. */
  months: z.number().int(),
  buyers: z.number().int(),
  revenue: z.number(),
});
export type CohortRow = z.infer<typeof cohortRowSchema>;

export const getCohorts = endpoint("GET /api/operator/figures/cohorts", {
  access: "operator",
  summary: "People by the month of their first payment, and what they paid since; the newest twelve months",
  output: z.array(cohortRowSchema),
});

export const exportCohorts = endpoint("GET /api/operator/figures/cohorts.csv", {
  access: "operator",
  confirmation: "acting",
  summary: "The same as CSV",
});
