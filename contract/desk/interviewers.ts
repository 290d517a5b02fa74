import { z } from "zod";
import { endpoint, idSchema } from "../kernel/endpoint.ts";
import { instantSchema, wireInstantSchema } from "../kernel/instants.ts";
import { optionalText, requiredLine, requiredText } from "../kernel/text.ts";
import { applicationLevels, applicationRoles } from "../people/application-options.ts";
import { checkKinds } from "../people/mentor-options.ts";
import { publicText } from "../people/mentors.ts";
import { deskAction, deskList, namedPersonSchema } from "./actions.ts";

/** With fewer interviews to compare, a difference is mostly chance. */
export const minComparedInterviews = 5;

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

export const listInterviewerQuality = deskList("/api/operator/interviewers", {
  summary: "Interviewers by name, with rating, punctuality, feedback time, scores given and disputes",
  row: interviewerQualitySchema,
});

/** `asked` and `trial` wait for the applicant. */
export const applicationStates = ["received", "asked", "trial", "approved", "declined"] as const;
export type ApplicationState = (typeof applicationStates)[number];

export const applicationRowSchema = z.object({
  _id: idSchema,
  name: z.string(),
  email: z.string(),
  years: z.number().int(),
  roles: z.array(z.enum(applicationRoles)),
  state: z.enum(applicationStates),
  submittedAt: wireInstantSchema,
});
export type ApplicationRow = z.infer<typeof applicationRowSchema>;

export const listApplications = deskList("/api/operator/applications", {
  summary: "Applications to give interviews, newest first",
  filters: { state: z.enum(applicationStates).optional() },
  row: applicationRowSchema,
});

export const applicationDetailSchema = applicationRowSchema.extend({
  experience: z.string(),
  levels: z.array(z.enum(applicationLevels)),
  profileUrl: z.string(),
  availability: z.string(),
  sampleReview: z.string(),
  /** The account with this address; null when there is none. */
  accountId: idSchema.nullable(),
  /** Our messages to the applicant and our decisions, oldest first. */
  steps: z.array(
    z.object({
      state: z.enum(applicationStates),
      /** The text that the applicant received; empty when nothing was added to the usual mail. */
      text: z.string(),
      by: namedPersonSchema,
      at: wireInstantSchema,
    }),
  ),
});
export type ApplicationDetail = z.infer<typeof applicationDetailSchema>;

const one = "/api/operator/applications/:id";

export const getApplication = endpoint(`GET ${one}`, {
  access: "operator",
  summary: "One application with its sample review and our answers",
  output: applicationDetailSchema,
});

export const exportApplication = endpoint(`GET ${one}/data`, {
  access: "owner",
  limit: "download-data-by-user",
  confirmation: "acting",
  summary: "All data stored about the applications of one address, as JSON",
});

const text = requiredText({ label: "Text", max: 2000 });

export const requestApplicantDetails = deskAction(`${one}/ask`, {
  access: "operator",
  summary: "Ask an applicant something by email",
  shape: { text },
});

export const inviteToTrial = deskAction(`${one}/trial`, {
  access: "operator",
  summary: "Invite an applicant to a trial interview by email",
  shape: { text },
});

export const approveApplication = deskAction(`${one}/approve`, {
  access: "owner",
  summary: "Approve an application: the applicant is invited as an interviewer",
});

export const declineApplication = deskAction(`${one}/decline`, {
  access: "operator",
  summary: "Decline an application with a kind email",
  shape: { text: optionalText({ label: "Text", max: 2000 }) },
});

export const eraseApplications = deskAction(`${one}/erase`, {
  access: "owner",
  summary: "Erase every application of this address",
});

/** The public page of an interviewer, and the facts that we checked. */
export const deskMentorPageSchema = z.object({
  /** Null before the interviewer has saved a page. */
  slug: z.string().nullable(),
  isListed: z.boolean(),
  hidden: z.object({ at: wireInstantSchema, reason: z.string() }).nullable(),
  /** Newest first, also those that were withdrawn. */
  checks: z.array(
    z.object({
      _id: idSchema,
      kind: z.enum(checkKinds),
      claim: z.string(),
      evidence: z.string(),
      by: namedPersonSchema,
      at: wireInstantSchema,
      isWithdrawn: z.boolean(),
    }),
  ),
});
export type DeskMentorPage = z.infer<typeof deskMentorPageSchema>;

const interviewer = "/api/operator/people/:id";

export const hideMentorPage = deskAction(`${interviewer}/mentor-page/hide`, {
  access: "operator",
  summary: "Take a mentor's page down, with a reason that the mentor reads",
});

export const showMentorPage = deskAction(`${interviewer}/mentor-page/show`, {
  access: "operator",
  summary: "Show a mentor's page again",
  shape: {
    /** For an undo: when the page was taken down. Another time is left as it is. */
    replaces: instantSchema.optional(),
  },
});

const evidenceMessage = "Say what you saw.";

export const recordMentorCheck = deskAction(`${interviewer}/mentor-checks`, {
  access: "operator",
  summary: "Record a fact about a mentor that was checked, which their page then says",
  shape: {
    kind: z.enum(checkKinds),
    /** What the page says: "IIT Bombay degree". */
    claim: publicText("Fact", requiredLine({ label: "Fact", max: 80 }).min(2, "Fact is required.")),
    /** What the operator saw, never the document itself. */
    evidence: requiredText({ label: "What you saw", max: 500 }).min(3, evidenceMessage),
  },
});

export const withdrawMentorCheck = deskAction("/api/operator/mentor-checks/:id/withdrawal", {
  access: "operator",
  summary: "Withdraw a checked fact, or let it stand again",
  shape: { isWithdrawn: z.boolean() },
});
