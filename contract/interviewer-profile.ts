import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { idSchema } from "./ids.ts";
import { optionalLine, requiredLine } from "./text.ts";

/** Largest photo that may be sent, in bytes. The browser makes it a small square first. */
export const photoBytes = 512 * 1024;
export const onlyPhoto = "Only PNG, JPEG and WebP pictures are supported.";
export const photoTooLarge = "The photo is too large: at most 512 kB.";
export const mostTopics = 8;

export const interviewerProfileFieldsSchema = z.strictObject({
  headline: optionalLine({ label: "Headline", max: 120 }),
  topics: z
    .array(requiredLine({ label: "Topic", max: 40 }))
    .max(mostTopics, `Name at most ${mostTopics} topics.`)
    .refine(
      (topics) => new Set(topics.map((topic) => topic.toLowerCase())).size === topics.length,
      "Name each topic once.",
    ),
});

const profileShape = { headline: z.string(), topics: z.array(z.string()), photoUrl: z.string().nullable() };

export const ownInterviewerProfileSchema = z.object(profileShape);
export type OwnInterviewerProfile = z.infer<typeof ownInterviewerProfileSchema>;

/** What an interviewee reads of somebody before they book them. */
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
  summary: "My public profile",
  output: ownInterviewerProfileSchema,
});

export const saveInterviewerProfile = endpoint({
  method: "POST",
  path: "/api/interviewer/profile",
  access: "interviewer",
  summary: "Save my headline and topics",
  body: interviewerProfileFieldsSchema,
  output: ownInterviewerProfileSchema,
});

export const uploadInterviewerPhoto = endpoint({
  method: "POST",
  path: "/api/interviewer/profile-photo",
  access: "interviewer",
  summary: "Set my photo: PNG, JPEG or WebP; what a camera wrote into it is cut out",
  multipart: "photo",
  output: ownInterviewerProfileSchema,
});

export const removeInterviewerPhoto = endpoint({
  method: "DELETE",
  path: "/api/interviewer/profile-photo",
  access: "interviewer",
  summary: "Remove my photo",
  output: ownInterviewerProfileSchema,
});

export const listInterviewers = endpoint({
  method: "GET",
  path: "/api/user/interviewers",
  access: "interviewee",
  summary: "Public profiles of the interviewers who can be booked, by name",
  output: z.array(interviewerProfileSchema),
});

/** Public, like the profile that it belongs to: an `<img>` sends no token. The name is a random id, new for each photo. */
export const readInterviewerPhoto = endpoint({
  method: "GET",
  path: "/api/interviewer-photos/:file",
  access: "public",
  summary: "An interviewer's photo",
  params: z.strictObject({ file: z.string().max(100) }),
});
