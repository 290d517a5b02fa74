import { z } from "zod";
import { questionTopics } from "../kernel/topics.ts";
import { mentorLanguages, mentorLevels, mentorRoles } from "./mentor-options.ts";

/** What everybody may know about a mentor who is listed. Whatever is not here never leaves for the public. */
export const publicMentorSchema = z.object({
  /** The end of the page's address: `/mentors/kavya-r`. */
  slug: z.string(),
  firstName: z.string(),
  /** Empty unless the mentor shows it. */
  lastName: z.string(),
  headline: z.string(),
  /** "How I interview", in the mentor's words. */
  approach: z.string(),
  /** Of work in the field; null if not given. */
  years: z.number().int().nullable(),
  roles: z.array(z.enum(mentorRoles)),
  levels: z.array(z.enum(mentorLevels)),
  topics: z.array(z.enum(questionTopics)),
  languages: z.array(z.enum(mentorLanguages)),
  photoUrl: z.string().nullable(),
  /** Facts that we checked, newest first; the month is `2026-11`. */
  checks: z.array(z.object({ claim: z.string(), month: z.string() })),
  timeZone: z.string(),
});
export type PublicMentor = z.infer<typeof publicMentorSchema>;
