import { z } from "zod";
import { endpoint, idSchema, messageSchema, questionIdSchema } from "../kernel/endpoint.ts";
import { wireInstantSchema } from "../kernel/instants.ts";
import { requiredLine } from "../kernel/text.ts";
import { parties } from "../schedule/bookings.ts";
import { trackNames } from "../schedule/goals.ts";
import { aiFeedbackSchema, planExercises } from "../schedule/report-shape.ts";
import {
  mostNextSteps,
  mostQuestions,
  nextStepsCharacters,
  noteCharacters,
  questionsCharacters,
} from "./rubric.ts";
import { areaNames } from "./tracks.ts";

/* The report of an interview: who may read it, and how they respond to it. */

const bookingParams = z.strictObject({ bookingId: idSchema });
const claimParams = bookingParams.extend({ claimId: idSchema });

export const disputeSchema = z.object({ claimId: idSchema, by: z.enum(parties), line: z.string() });
export type Dispute = z.infer<typeof disputeSchema>;

const reportRecordSchema = z.object({
  deletedAt: wireInstantSchema,
  isDeleted: z.boolean(),
  /** When the transcript was last deleted; absent if it never was. */
  transcriptDeletedAt: wireInstantSchema.optional(),
});
export type ReportRecord = z.infer<typeof reportRecordSchema>;

const mentorFeedbackSchema = z.object({
  /**
   * The notes on each area as they were typed, in the order of the form; areas without notes are left out. A line that
   * begins with `[12:41]` or `[12:41, run 3]` is about that moment of the record.
   */
  notes: z
    .array(z.object({ area: z.enum(areaNames), notes: z.string().min(1).max(noteCharacters) }))
    .max(areaNames.length),
  nextSteps: z
    .array(
      z.object({
        /** Follows from the interview and the step's text. */
        id: idSchema,
        text: z.string().min(1).max(nextStepsCharacters),
        isDone: z.boolean(),
      }),
    )
    .max(mostNextSteps),
  questions: z
    .array(
      z.object({
        title: z.string().min(1).max(questionsCharacters),
        /** The question of the bank with this title; null if there is none. */
        questionId: questionIdSchema.nullable(),
      }),
    )
    .max(mostQuestions),
});
export type MentorFeedback = z.infer<typeof mentorFeedbackSchema>;

export const reportSchema = z.object({
  bookingId: idSchema,
  report: aiFeedbackSchema,
  /** Its anchors describe the scores. The mentor chooses it; until then it is the one of the goal's role. */
  track: z.enum(trackNames),
  /**
   * From the mentor's form, with an empty line between paragraphs; null if they uploaded a PDF or deleted their
   * account.
   */
  mentorSummary: z.string().nullable(),
  /**
   * The rest of the mentor's form; null under the same conditions, and if all of it is empty. Feedback from before it
   * was stored has notes, but neither next steps nor questions.
   */
  mentorFeedback: mentorFeedbackSchema.nullable(),
  /** The interview's record, which the moments of the claims link to, and when it is deleted. */
  record: reportRecordSchema,
  /** Marked beside the claim, which stays readable. */
  disputes: z.array(disputeSchema),
  /** The interviewee's answer to "Was this useful?"; null before they answer. */
  useful: z.boolean().nullable(),
  /** The claims whose exercises the interviewee has done. */
  doneExercises: z.array(idSchema).max(planExercises),
});
export type ReportView = z.infer<typeof reportSchema>;

export const getReport = endpoint("GET /api/user/reports/:bookingId", {
  access: "interviewee",
  summary: "The report of my interview, with its disputed claims",
  params: bookingParams,
  output: reportSchema,
});

export const getReportAsInterviewer = endpoint("GET /api/interviewer/reports/:bookingId", {
  access: "interviewer",
  summary: "The report of an interview that I gave, once my own feedback is in",
  params: bookingParams,
  output: reportSchema,
});

export const tickBody = z.strictObject({ done: z.boolean({ error: "Say whether it is done." }) });

export const disputeBody = z.strictObject({ line: requiredLine({ label: "Your reason", max: 300 }) });

export const ratingBody = z.strictObject({ useful: z.boolean({ error: "Say whether it was useful." }) });

export const tickStep = endpoint("POST /api/user/reports/:bookingId/steps/:stepId", {
  access: "interviewee",
  limit: "report-tick-by-user",
  summary: "Record whether I did one of my mentor's next steps; the last answer counts",
  params: bookingParams.extend({ stepId: idSchema }),
  body: tickBody,
  output: messageSchema,
});

export const disputeClaim = endpoint("POST /api/user/reports/:bookingId/claims/:claimId/dispute", {
  access: "interviewee",
  limit: "report-answer-by-user",
  summary: "Dispute a claim in one line; a second line replaces the first",
  params: claimParams,
  body: disputeBody,
  output: messageSchema,
});

export const disputeClaimAsInterviewer = endpoint(
  "POST /api/interviewer/reports/:bookingId/claims/:claimId/dispute",
  {
    access: "interviewer",
    limit: "report-answer-by-user",
    summary: "Dispute a claim about an interview that I gave, in one line",
    params: claimParams,
    body: disputeBody,
    output: messageSchema,
  },
);

export const rateReport = endpoint("POST /api/user/reports/:bookingId/useful", {
  access: "interviewee",
  limit: "report-answer-by-user",
  summary: "Say whether the report was useful; the last answer counts",
  params: bookingParams,
  body: ratingBody,
  output: messageSchema,
});
