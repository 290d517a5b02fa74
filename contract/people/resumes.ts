import { z } from "zod";
import { endpoint, idSchema, messageSchema } from "../kernel/endpoint.ts";
import { userSchema } from "./accounts.ts";
import { maxResumeCharacters, resumeDataInputSchema, resumeDataSchema } from "./resume-data.ts";

/**
 * The body of a refused save (409): the version that was saved in between, perhaps by the same person in another
 * tab.
 */
export const resumeConflictSchema = z.object({
  resumeData: resumeDataSchema,
  resumeVersion: z.number().int(),
});
export type ResumeConflict = z.infer<typeof resumeConflictSchema>;

export const saveResume = endpoint("POST /api/user/resume-data", {
  access: "interviewee",
  limit: "edit-by-user",
  summary:
    'Save the structured resume; `If-Match: "<resumeVersion>"` refuses to overwrite another save (409)',
  body: z.strictObject({ resumeData: resumeDataInputSchema }),
  // A letter of an Indian script has three bytes. The rest is for names of fields and for a little too much text,
  // whose refusal names the field.
  maxBodyBytes: 4 * maxResumeCharacters,
  output: userSchema,
});

/** Removes the uploaded file. The structured resume stays. */
export const clearResumeSchema = z.strictObject({
  clear: z.literal(true, { error: "Send a file, or clear: true." }),
});

export const uploadResume = endpoint("POST /api/user/resume-upload", {
  access: "interviewee",
  limit: "upload-by-user",
  summary: "Upload the resume as a PDF, or clear it with JSON {clear: true}",
  multipart: "resume",
  body: clearResumeSchema,
  output: messageSchema.extend({ resumeFileUrl: z.string().nullable() }),
});

const generatedPdfLimit = {
  name: "generated-pdf-by-user",
  counts: "only generated PDFs",
} as const;

export const getResumePdf = endpoint("GET /api/user/resume-pdf", {
  access: "interviewee",
  conditionalLimit: generatedPdfLimit,
  summary:
    "A short-lived link to my resume: the uploaded file, else (or with structured=true) the generated PDF",
  query: z.strictObject({ structured: z.enum(["true", "false"]).optional() }),
  output: messageSchema.extend({
    /** False if the link is, or would be, to the generated PDF. */
    isUploadedFile: z.boolean(),
    /** A short-lived link to either PDF; null if the PDF cannot be generated now. */
    resumeFileUrl: z.string().nullable(),
    isStructuredPdfUnavailable: z.boolean(),
  }),
});

const candidateParamsSchema = z.strictObject({ userId: idSchema });

/** A candidate as seen by the interviewer whom they booked. */
export const candidateSchema = userSchema.pick({
  _id: true,
  firstName: true,
  lastName: true,
  email: true,
  mobileNumber: true,
  resumeData: true,
  resumeFileUrl: true,
});
export type Candidate = z.infer<typeof candidateSchema>;

export const getCandidateProfile = endpoint("GET /api/interviewer/candidate-profile/:userId", {
  access: "interviewer",
  summary: "An interviewee who booked me, with their resume, until 90 days after the interview",
  params: candidateParamsSchema,
  output: candidateSchema,
});

export const getCandidateFile = endpoint("GET /api/interviewer/resume-pdf/:userId", {
  access: "interviewer",
  summary: "A short-lived link to the PDF that a candidate of mine uploaded",
  params: candidateParamsSchema,
  output: messageSchema.extend({ isUploadedFile: z.boolean(), resumeFileUrl: z.string().nullable() }),
});

export const getCandidatePdf = endpoint("GET /api/interviewer/resume-structured-pdf/:userId", {
  access: "interviewer",
  conditionalLimit: generatedPdfLimit,
  summary: "A short-lived link to the PDF generated from a candidate's structured resume",
  params: candidateParamsSchema,
  output: messageSchema.extend({ resumeFileUrl: z.string() }),
});
