import { z } from "zod";
import { endpoint, idParamsSchema, idSchema, pageQueryShape } from "../kernel/endpoint.ts";
import { optionalText, requiredText } from "../kernel/text.ts";
import { wireInstantSchema } from "../kernel/time.ts";
import { applicationLevels, applicationRoles } from "../people/application-options.ts";
import { namedPersonSchema } from "./desk-people.ts";
import { previewedAction } from "./previewed-action.ts";

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

export const listApplications = endpoint({
  method: "GET",
  path: "/api/operator/applications",
  access: "operator",
  needsRecentConfirmation: true,
  summary: "Applications to give interviews, newest first",
  query: z.strictObject({ state: z.enum(applicationStates).optional(), ...pageQueryShape }),
  output: z.array(applicationRowSchema),
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

export const getApplication = endpoint({
  method: "GET",
  path: one,
  access: "operator",
  needsRecentConfirmation: true,
  summary: "One application with its sample review and our answers",
  params: idParamsSchema,
  output: applicationDetailSchema,
});

export const exportApplication = endpoint({
  method: "GET",
  path: `${one}/data`,
  access: "owner",
  limit: "download-data-by-user",
  needsRecentConfirmation: true,
  summary: "All data stored about the applications of one address, as JSON",
  params: idParamsSchema,
});

const text = requiredText({ label: "Text", max: 2000 });

export const requestApplicantDetails = previewedAction({
  path: `${one}/ask`,
  access: "operator",
  needsRecentConfirmation: true,
  summary: "Ask an applicant something by email",
  shape: { text },
});

export const inviteToTrial = previewedAction({
  path: `${one}/trial`,
  access: "operator",
  needsRecentConfirmation: true,
  summary: "Invite an applicant to a trial interview by email",
  shape: { text },
});

export const approveApplication = previewedAction({
  path: `${one}/approve`,
  access: "owner",
  needsRecentConfirmation: true,
  summary: "Approve an application: the applicant is invited as an interviewer",
  shape: {},
});

export const declineApplication = previewedAction({
  path: `${one}/decline`,
  access: "operator",
  needsRecentConfirmation: true,
  summary: "Decline an application with a kind email",
  shape: { text: optionalText({ label: "Text", max: 2000 }) },
});

export const eraseApplications = previewedAction({
  path: `${one}/erase`,
  access: "owner",
  needsRecentConfirmation: true,
  summary: "Erase every application of this address",
  shape: {},
});
