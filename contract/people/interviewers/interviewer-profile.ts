import { z } from "zod";
import { endpoint } from "../../kernel/endpoint.ts";
import { idSchema } from "../../kernel/ids.ts";
import { pageQueryShape } from "../../kernel/page.ts";
import { optionalLine, requiredLine } from "../../kernel/text.ts";

/** The largest photo that may be sent, in bytes. The browser scales it to a small square first. */
export const maxPhotoBytes = 512 * 1024;
export const unsupportedPhotoMessage = "Only PNG, JPEG and WebP pictures are supported.";
export const photoTooLargeMessage = "The photo is too large: at most 512 kB.";
export const maxTopics = 8;

export const interviewerProfileFieldsSchema = z.strictObject({
  headline: optionalLine({ label: "Headline", max: 120 }),
  topics: z
    .array(requiredLine({ label: "Topic", max: 40 }))
    .max(maxTopics, `Name at most ${maxTopics} topics.`)
    .refine(
      (topics) => new Set(topics.map((topic) => topic.toLowerCase())).size === topics.length,
      "Name each topic once.",
    ),
});

const profileShape = { headline: z.string(), topics: z.array(z.string()), photoUrl: z.string().nullable() };

export const ownInterviewerProfileSchema = z.object(profileShape);
export type OwnInterviewerProfile = z.infer<typeof ownInterviewerProfileSchema>;

/** The public profile of an interviewer, which interviewees read before booking. */
export const interviewerProfileSchema = z.object({
  _id: idSchema,
  firstName: z.string(),
  lastName: z.string(),
  ...profileShape,
});
export type InterviewerProfile = z.infer<typeof interviewerProfileSchema>;

export const getInterviewerProfile = endpoint({
  method: "GET",
  path: "/api/interviewer/profile",
  access: "interviewer",
  isVisibleInSeeAs: true,
  summary: "My public profile",
  output: ownInterviewerProfileSchema,
});

export const saveInterviewerProfile = endpoint({
  method: "POST",
  path: "/api/interviewer/profile",
  access: "interviewer",
  limit: "edit-by-user",
  summary: "Save my headline and topics",
  body: interviewerProfileFieldsSchema,
  output: ownInterviewerProfileSchema,
});

export const uploadInterviewerPhoto = endpoint({
  method: "POST",
  path: "/api/interviewer/profile-photo",
  access: "interviewer",
  limit: "upload-by-user",
  summary: "Set my photo: PNG, JPEG or WebP; the camera's metadata is removed",
  multipart: "photo",
  output: ownInterviewerProfileSchema,
});

export const removeInterviewerPhoto = endpoint({
  method: "DELETE",
  path: "/api/interviewer/profile-photo",
  access: "interviewer",
  limit: "edit-by-user",
  summary: "Remove my photo",
  output: ownInterviewerProfileSchema,
});

export const listInterviewers = endpoint({
  method: "GET",
  path: "/api/user/interviewers",
  access: "interviewee",
  isVisibleInSeeAs: true,
  summary: "Public profiles of the interviewers who can be booked, by name; of one of them with `id`",
  query: z.strictObject({ ...pageQueryShape, id: idSchema.optional() }),
  output: z.array(interviewerProfileSchema),
});

/**
 * Public, like the profile, because an `<img>` sends no token. The name is a random id, new for each photo.
 */
export const readInterviewerPhoto = endpoint({
  method: "GET",
  path: "/api/interviewer-photos/:file",
  access: "public",
  summary: "An interviewer's photo",
  params: z.strictObject({ file: z.string().max(100) }),
});
