import { z } from "zod";
import { endpoint, idSchema, messageSchema } from "../kernel/endpoint.ts";
import { wireInstantSchema } from "../kernel/instants.ts";
import { measuredSchema, planExercises } from "../schedule/report-shape.ts";
import { tickBody } from "./reports.ts";
import { mostNextSteps } from "./rubric.ts";
import { overallScore } from "./tracks.ts";

/* All reports of an interviewee together: scores by area, measured facts over time, and completed exercises. */

/** Fewer scores of an area say too little about a level, so none is shown. */
export const levelScores = 3;

/** The most interviews that progress is computed from, newest first. */
export const progressInterviews = 50;

const scorePointSchema = z.object({
  bookingId: idSchema,
  /** The area's name in this interview; the five areas have other names in another role's rubric. */
  label: z.string(),
  /** The mentor's. */
  score: z.number().min(1).max(5),
  /**
   * The likely range of the level after this interview and those before it. Of the first scores, before there are
   * `levelScores`, it says nothing that could be shown.
   */
  low: z.number().min(1).max(5),
  high: z.number().min(1).max(5),
});
export type ScorePoint = z.infer<typeof scorePointSchema>;

const areaProgressSchema = z.object({
  name: z.string(),
  /** The area's name in the newest interview that scored it, as in that interview's report. */
  label: z.string(),
  /** Its names in interviews by another role's rubric, newest first. */
  otherLabels: z.array(z.string()).max(10),
  /** Oldest first; empty when no interview has evidence for this area. */
  points: z.array(scorePointSchema).max(progressInterviews),
});
export type AreaProgress = z.infer<typeof areaProgressSchema>;

const progressInterviewSchema = z.object({
  bookingId: idSchema,
  startTime: wireInstantSchema,
  /** Null for an interviewer, who must not see whom else this person booked. */
  withName: z.string().nullable(),
  /** False while only the mentor's scores are known. */
  hasReport: z.boolean(),
  measured: measuredSchema.omit({ mentorScores: true }),
  /** The exercises of this interview's plan, and how many are done. */
  exercises: z.object({
    planned: z.int().min(0),
    done: z.int().min(0),
    /**
     * The titles of those that are not done. Empty for an interviewer, because they may quote what another interviewer
     * said.
     */
    open: z.array(z.string()).max(planExercises),
  }),
  /** The mentor's next steps, and how many are done; `open` as that of the exercises. */
  steps: z.object({
    given: z.int().min(0),
    done: z.int().min(0),
    open: z.array(z.string()).max(mostNextSteps),
  }),
});
export type ProgressInterview = z.infer<typeof progressInterviewSchema>;

export const progressSchema = z.object({
  /** Oldest first. Only interviews that have a report or the mentor's scores. */
  interviews: z.array(progressInterviewSchema).max(progressInterviews),
  areas: z.array(areaProgressSchema).max(60),
  /** The area with the lowest mean score; null without a score, and if several areas share it. */
  nextFocus: z.string().nullable(),
});
export type Progress = z.infer<typeof progressSchema>;

export const getProgress = endpoint("GET /api/user/progress", {
  access: "interviewee",
  isVisibleInSeeAs: true,
  summary: "All my reports together: scores by area, measured facts, exercises and next steps",
  output: progressSchema,
});

export const getCandidateProgress = endpoint("GET /api/interviewer/candidate-progress/:userId", {
  access: "interviewer",
  summary: "The progress of an interviewee who booked me, while I may read their resume",
  params: z.strictObject({ userId: idSchema }),
  output: progressSchema,
});

export const tickExercise = endpoint("POST /api/user/reports/:bookingId/exercises/:claimId", {
  access: "interviewee",
  limit: "report-tick-by-user",
  summary: "Record whether I did an exercise of my plan; the last answer counts",
  params: z.strictObject({ bookingId: idSchema, claimId: idSchema }),
  body: tickBody,
  output: messageSchema,
});

interface NamedScore {
  label: string;
}

/**
 * The name of an area over several interviews, oldest first: that of the newest score, and every other name that
 * another role's rubric gave it, newest first. The same names as in the reports. Null without a score.
 */
export function namesOfArea(points: readonly NamedScore[]): { label: string; otherLabels: string[] } | null {
  const [label, ...otherLabels] = new Set(points.map((point) => point.label).reverse());
  return label === undefined ? null : { label, otherLabels };
}

/** What is known of the interview before another one of the same person. */
export interface InterviewBefore {
  measured: ProgressInterview["measured"];
  /** The mean of its mentor's scores; null if it has none. */
  overall: number | null;
}

/** The interview before this one; null without one. */
export function interviewBefore(
  { interviews, areas }: Pick<Progress, "interviews" | "areas">,
  bookingId: string,
): InterviewBefore | null {
  const before = interviews[interviews.findIndex((each) => each.bookingId === bookingId) - 1];
  if (before === undefined) return null;
  const scores = areas.flatMap(({ points }) =>
    points.filter((point) => point.bookingId === before.bookingId),
  );
  return { measured: before.measured, overall: overallScore(scores) };
}

/** `same as last time` or `last time 3.4`, beside an overall score; empty if that of the interview before is unknown. */
export function overallBefore(overall: number, before: InterviewBefore | null): string {
  if (before === null || before.overall === null) return "";
  return before.overall === overall ? "same as last time" : `last time ${before.overall.toFixed(1)}`;
}
