import { z } from "zod";
import { endpoint, idSchema, messageSchema, pageQuerySchema } from "../kernel/endpoint.ts";
import { wireInstantSchema } from "../kernel/instants.ts";
import { requiredText } from "../kernel/text.ts";
import { rubricSchema } from "./rubric-schema.ts";

export const ratingRequiredMessage = "Please select a rating before submitting.";

export const interviewScoreSchema = z
  .number({ error: ratingRequiredMessage })
  .int(ratingRequiredMessage)
  .min(1, ratingRequiredMessage)
  .max(5, ratingRequiredMessage);

export const overallSummarySchema = requiredText({ label: "Overall summary", max: 5000 });

export const feedbackSchema = z.object({
  _id: idSchema,
  bookingId: idSchema,
  interviewerId: idSchema,
  interviewDate: wireInstantSchema,
  interviewScore: z.number().int(),
  overallSummary: z.string(),
  createdAt: wireInstantSchema,
});
export type Feedback = z.infer<typeof feedbackSchema>;

export const listFeedback = endpoint("GET /api/user/feedback", {
  access: "interviewee",
  isVisibleInSeeAs: true,
  summary: "The feedback that I gave, newest first",
  query: pageQuerySchema,
  output: z.array(feedbackSchema),
});

export const giveFeedback = endpoint("POST /api/user/feedback", {
  access: "interviewee",
  limit: "edit-by-user",
  summary: "Rate an interview, once",
  status: 201,
  body: z.strictObject({
    bookingId: idSchema,
    interviewerId: idSchema,
    /** The pinned request contains the session's date; the booking's own date counts. */
    interviewDate: z.string().max(64).optional(),
    interviewScore: interviewScoreSchema,
    overallSummary: overallSummarySchema,
  }),
  output: feedbackSchema,
});

const bookingParamsSchema = z.strictObject({ bookingId: idSchema });

export const uploadFeedbackFile = endpoint("POST /api/interviewer/feedback-upload/:bookingId", {
  access: "interviewer",
  limit: "upload-by-user",
  summary: "Upload the mentor's PDF of a completed interview, once",
  status: 201,
  params: bookingParamsSchema,
  multipart: "feedback",
  output: messageSchema.extend({ feedbackFileUrl: z.string() }),
});

export const getFeedbackFile = endpoint("GET /api/interviewer/feedback-file/:bookingId", {
  access: "signed-in",
  summary: "A short-lived link to the mentor's PDF; the booking's two parties",
  params: bookingParamsSchema,
  output: messageSchema.extend({ feedbackFileUrl: z.string() }),
});

export const writeFeedbackReport = endpoint("POST /api/interviewer/feedback-report/:bookingId", {
  access: "interviewer",
  limit: "upload-by-user",
  summary: "Generate the mentor's PDF of a completed interview from a form, once, instead of an upload",
  status: 201,
  params: bookingParamsSchema,
  body: rubricSchema,
  output: messageSchema.extend({ feedbackFileUrl: z.string() }),
});
