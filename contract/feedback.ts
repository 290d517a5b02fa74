import { z } from "zod";
import { endpoint, messageSchema } from "./endpoint.ts";
import { idSchema } from "./ids.ts";
import { optionalText, requiredText } from "./text.ts";
import { wireInstantSchema } from "./time.ts";

/** The words of the rating scale, 1 to 5 (spec §5). */
export const ratingWords = ["Very Bad", "Bad", "Okay", "Good", "Excellent"] as const;

export const ratingRequired = "Please select a rating before submitting.";

export const interviewScoreSchema = z
  .number({ error: ratingRequired })
  .int(ratingRequired)
  .min(1, ratingRequired)
  .max(5, ratingRequired);

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

export const listFeedback = endpoint({
  method: "GET",
  path: "/api/user/feedback",
  access: "interviewee",
  summary: "The feedback that I gave, newest first",
  output: z.array(feedbackSchema),
});

export const giveFeedback = endpoint({
  method: "POST",
  path: "/api/user/feedback",
  access: "interviewee",
  summary: "Rate a session, once",
  status: 201,
  body: z.strictObject({
    bookingId: idSchema,
    interviewerId: idSchema,
    /** The spec's screen sends the session's date along; the booking's own is what counts. */
    interviewDate: z.string().max(64).optional(),
    interviewScore: interviewScoreSchema,
    overallSummary: overallSummarySchema,
  }),
  output: feedbackSchema,
});

const reportPoints = (label: string) => z.array(requiredText({ label, max: 1000 })).max(20);

/** The AI's report of a session. Every moment points at when in the session it was, counted from its start. */
export const aiReportSchema = z.strictObject({
  summary: requiredText({ label: "Summary", max: 5000 }),
  strengths: reportPoints("A strength"),
  improvements: reportPoints("An improvement"),
  moments: z
    .array(
      z.strictObject({
        atSeconds: z
          .number()
          .int()
          .min(0)
          .max(4 * 3600),
        text: requiredText({ label: "A moment", max: 1000 }),
      }),
    )
    .max(100),
});
export type AiReport = z.infer<typeof aiReportSchema>;

/** Largest PDF that may be uploaded, in bytes. */
export const uploadBytes = 10 * 1024 * 1024;
export const onlyPdf = "Only PDF files are supported.";
export const fileRequired = "Please select a file to upload.";

const bookingParamsSchema = z.strictObject({ bookingId: idSchema });

export const uploadFeedbackFile = endpoint({
  method: "POST",
  path: "/api/interviewer/feedback-upload/:bookingId",
  access: "interviewer",
  summary: "Upload the mentor's PDF of a completed interview, once",
  status: 201,
  params: bookingParamsSchema,
  multipart: "feedback",
  output: messageSchema.extend({ feedbackFileUrl: z.string() }),
});

export const getFeedbackFile = endpoint({
  method: "GET",
  path: "/api/interviewer/feedback-file/:bookingId",
  access: "signed-in",
  summary: "A short-lived link to the mentor's PDF; the booking's two parties",
  params: bookingParamsSchema,
  output: messageSchema.extend({ feedbackFileUrl: z.string() }),
});

/** What a mentor rates, in the order of the form and of the PDF. */
export const rubricAreas = [
  { name: "problemSolving", label: "Problem solving" },
  { name: "mlKnowledge", label: "ML/DS knowledge" },
  { name: "coding", label: "Coding" },
  { name: "communication", label: "Communication" },
] as const;
export type RubricArea = (typeof rubricAreas)[number]["name"];

const ratedArea = (label: string) =>
  z.strictObject({
    /** 1 to 5, in `ratingWords`. */
    score: interviewScoreSchema,
    notes: optionalText({ label: `Notes on ${label}`, max: 3000 }).default(""),
  });

/** A mentor's feedback as a form; the server makes the PDF of it. */
export const rubricSchema = z.strictObject({
  problemSolving: ratedArea("problem solving"),
  mlKnowledge: ratedArea("ML/DS knowledge"),
  coding: ratedArea("coding"),
  communication: ratedArea("communication"),
  /** One a line. */
  questions: requiredText({ label: "Questions asked", max: 4000 }),
  summary: requiredText({ label: "Summary", max: 5000 }),
});
export type Rubric = z.infer<typeof rubricSchema>;

export const writeFeedbackReport = endpoint({
  method: "POST",
  path: "/api/interviewer/feedback-report/:bookingId",
  access: "interviewer",
  summary: "Have the mentor's PDF of a completed interview made from a form, once, instead of an upload",
  status: 201,
  params: bookingParamsSchema,
  body: rubricSchema,
  output: messageSchema.extend({ feedbackFileUrl: z.string() }),
});
