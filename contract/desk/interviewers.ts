import { z } from "zod";
import { endpoint, idSchema, pageQueryShape } from "../kernel/endpoint.ts";

/** With fewer interviews to compare, a difference is mostly chance. */
export const minComparedInterviews = 5;
/** The target for the median time of work on a feedback form is less than this. */
export const mostWritingMinutes = 6;

/** An interviewer's quality, over their last twenty completed interviews unless a field says otherwise. */
export const interviewerQualitySchema = z.object({
  _id: idSchema,
  name: z.string(),
  isBlocked: z.boolean(),
  /** Completed interviews in all, counted to 100. */
  completed: z.number().int(),
  isOnProbation: z.boolean(),
  /** Mean of the last ten ratings; null without any. */
  rating: z.number().nullable(),
  ratings: z.number().int(),
  /**
   * The share of interviews in our own room that the interviewer entered within two minutes of the start; null
   * without any.
   */
  punctuality: z.number().nullable(),
  /** Mean hours from the end to the feedback file, as in the figures; null without any. */
  feedbackHours: z.number().nullable(),
  /**
   * Median minutes of work on the feedback form, of the forms whose time is known; null without any. The target is
   * `mostWritingMinutes`.
   */
  writingMinutes: z.number().nullable(),
  /** The forms whose time is known. */
  timedForms: z.number().int(),
  /** Mean of the scores that the interviewer gave; null without any. */
  meanScore: z.number().nullable(),
  /**
   * Mean of the scores that the interviewer gave, minus the mean of the scores that the same interviewees got
   * from others. Below zero for a strict interviewer; null if fewer than `minComparedInterviews` can be
   * compared.
   */
  severity: z.number().nullable(),
  /** Interviews with scores whose interviewee has scores from others, too. */
  comparedInterviews: z.number().int(),
  /** No-show reports against the interviewer that were upheld. */
  noShows: z.number().int(),
  /** Points of reports about these interviews that somebody disputed. */
  disputes: z.number().int(),
});
export type InterviewerQuality = z.infer<typeof interviewerQualitySchema>;

export const listInterviewerQuality = endpoint({
  method: "GET",
  path: "/api/operator/interviewers",
  access: "operator",
  needsRecentConfirmation: true,
  summary: "Interviewers by name, with rating, punctuality, feedback time, scores given and disputes",
  query: z.strictObject(pageQueryShape),
  output: z.array(interviewerQualitySchema),
});
