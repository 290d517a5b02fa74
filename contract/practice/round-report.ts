import { z } from "zod";
import { endpoint, idSchema, messageSchema } from "../kernel/endpoint.ts";
import { disputeBody, disputeSchema, ratingBody } from "../review/reports.ts";
import { aiFeedbackSchema } from "../schedule/report-shape.ts";

/* The report that a language model drafts about a practice round. */

/** `none`: no model takes part in the round, it is still open, or nothing was answered. */
export const roundReportStates = ["none", "waiting", "made", "failed"] as const;

const roundParams = z.strictObject({ id: idSchema });

const roundReportSchema = z.object({
  state: z.enum(roundReportStates),
  /** Null unless it is made. */
  report: aiFeedbackSchema.nullable(),
  /** The hints that were used, one entry for each question of the report, in order. */
  hints: z.array(z.object({ title: z.string(), opened: z.int(), total: z.int() })),
  /** The candidate's disputes, each marked beside its claim. */
  disputes: z.array(disputeSchema),
  /** The candidate's answer to "Was this useful?"; null before they answer. */
  useful: z.boolean().nullable(),
  /** Whether a report can be requested, because there is none: the first draft failed, or a limit was reached. */
  canRequest: z.boolean(),
  /** Why the model drafts no report now: the day's calls are used up, or it is switched off for practice. */
  paused: z.enum(["limit", "off"]).nullable(),
});
export type RoundReport = z.infer<typeof roundReportSchema>;

export const getRoundReport = endpoint("GET /api/practice/rounds/:id/report", {
  access: "signed-in",
  limit: "practice-read-by-user",
  summary: "The report of my practice round, once its model has drafted it",
  params: roundParams,
  output: roundReportSchema,
});

export const requestRoundReport = endpoint("POST /api/practice/rounds/:id/report", {
  access: "signed-in",
  limit: "report-answer-by-user",
  summary: "Have the report of my ended round drafted, if it has none",
  params: roundParams,
  output: messageSchema,
});

export const disputeRoundClaim = endpoint("POST /api/practice/rounds/:id/report/claims/:claimId/dispute", {
  access: "signed-in",
  limit: "report-answer-by-user",
  summary: "Dispute a claim about my round in one line; a second line replaces the first",
  params: roundParams.extend({ claimId: idSchema }),
  body: disputeBody,
  output: messageSchema,
});

export const rateRoundReport = endpoint("POST /api/practice/rounds/:id/report/useful", {
  access: "signed-in",
  limit: "report-answer-by-user",
  summary: "Say whether the report of my round was useful; the last answer counts",
  params: roundParams,
  body: ratingBody,
  output: messageSchema,
});
