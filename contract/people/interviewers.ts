import { z } from "zod";
import { endpoint, idSchema, messageSchema, pageQueryShape } from "../kernel/endpoint.ts";
import { wireInstantSchema } from "../kernel/instants.ts";
import { emailSchema, requiredName } from "../kernel/names.ts";
import { requiredText } from "../kernel/text.ts";
import { applicationLevels, applicationRoles, applicationTextLimits } from "./application-options.ts";

const yearsMessage = "Give your years of experience as a whole number from 0 to 60.";

/** With a scheme, or a port that looks like one: `http:`, `javascript:`. */
const hasScheme = /^[a-z][a-z0-9+.-]*:/i;

/** The address of a page. People type it without a scheme, too: it gets `https://`. */
const profileUrlSchema = z
  .string({ error: "Profile is required." })
  .trim()
  .min(1, "Profile is required.")
  .max(490, "The address can be at most 490 characters long.")
  .transform((text) => (hasScheme.test(text) ? text : `https://${text}`))
  .pipe(
    z.url({
      protocol: /^https$/,
      hostname: z.regexes.domain,
      error: "Give the address of your profile, as in linkedin.com/in/name or https://….",
    }),
  );

/** An application to give interviews. */
export const applicationSchema = z.strictObject({
  /** Mails to the applicant begin with it, and somebody may have entered another person's address. */
  name: requiredName("Name"),
  email: emailSchema,
  years: z.number({ error: yearsMessage }).int(yearsMessage).min(0, yearsMessage).max(60, yearsMessage),
  experience: requiredText({ label: "Experience", max: applicationTextLimits.experience }),
  roles: z
    .array(z.enum(applicationRoles))
    .min(1, "Choose at least one role.")
    .max(applicationRoles.length)
    .refine((roles) => new Set(roles).size === roles.length, "Choose each role once."),
  levels: z
    .array(z.enum(applicationLevels))
    .min(1, "Choose at least one level.")
    .max(applicationLevels.length)
    .refine((levels) => new Set(levels).size === levels.length, "Choose each level once."),
  profileUrl: profileUrlSchema,
  availability: requiredText({ label: "Availability", max: applicationTextLimits.availability }),
  sampleReview: requiredText({ label: "Sample review", max: applicationTextLimits.sampleReview }).refine(
    (text) => text.length >= applicationTextLimits.sampleReviewAtLeast,
    `Write at least ${applicationTextLimits.sampleReviewAtLeast} characters: it shows us how you give feedback.`,
  ),
  /** A hidden field that only bots fill in. An application with it gets the usual answer and is discarded. */
  website: z.string().max(2000).optional(),
});

export const apply = endpoint("POST /api/applications", {
  access: "public",
  limit: "application-by-address",
  summary: "Apply to give interviews",
  body: applicationSchema,
  output: messageSchema,
});

const path = "/api/user/interviewer-invitation";

export const getInterviewerInvitation = endpoint(`GET ${path}`, {
  access: "signed-in",
  isVisibleInSeeAs: true,
  summary: "The open invitation of your own account to become an interviewer",
  output: z.object({
    /** Null when none is open. */
    invitation: z
      .object({
        expiresAt: wireInstantSchema,
        /** Why it cannot be accepted now, as a sentence; null when it can. */
        obstacle: z.string().nullable(),
      })
      .nullable(),
  }),
});

export const acceptInterviewerInvitation = endpoint(`POST ${path}/accept`, {
  access: "interviewee",
  limit: "account-change-by-user",
  summary: "Become an interviewer with your own account, as invited",
  output: messageSchema,
});

export const declineInterviewerInvitation = endpoint(`POST ${path}/decline`, {
  access: "interviewee",
  limit: "account-change-by-user",
  summary: "Decline the invitation to become an interviewer",
  output: messageSchema,
});

/** The largest photo that may be sent, in bytes. The browser scales it to a small square first. */
export const maxPhotoBytes = 512 * 1024;
export const photoTooLargeMessage = "The photo is too large: at most 512 kB.";

/** What interviewees read about an interviewer before booking. */
export const interviewerProfileSchema = z.object({
  _id: idSchema,
  firstName: z.string(),
  lastName: z.string(),
  headline: z.string(),
  topics: z.array(z.string()),
  photoUrl: z.string().nullable(),
});
export type InterviewerProfile = z.infer<typeof interviewerProfileSchema>;

const photoSchema = z.object({ photoUrl: z.string().nullable() });

export const uploadInterviewerPhoto = endpoint("POST /api/interviewer/profile-photo", {
  access: "interviewer",
  limit: "upload-by-user",
  summary: "Set my photo: PNG, JPEG or WebP; the camera's metadata is removed",
  multipart: "photo",
  output: photoSchema,
});

export const removeInterviewerPhoto = endpoint("DELETE /api/interviewer/profile-photo", {
  access: "interviewer",
  limit: "edit-by-user",
  summary: "Remove my photo",
  output: photoSchema,
});

export const listInterviewers = endpoint("GET /api/user/interviewers", {
  access: "interviewee",
  isVisibleInSeeAs: true,
  summary: "The interviewers who can be booked, by name; of one of them with `id`",
  query: z.strictObject({ ...pageQueryShape, id: idSchema.optional() }),
  output: z.array(interviewerProfileSchema),
});

/**
 * Public, like the profile, because an `<img>` sends no token. The name is a random id, new for each photo.
 */
export const readInterviewerPhoto = endpoint("GET /api/interviewer-photos/:file", {
  access: "public",
  summary: "An interviewer's photo",
  params: z.strictObject({ file: z.string().max(100) }),
});
