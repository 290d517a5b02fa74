import { z } from "zod";
import { optionalLine, optionalText } from "../kernel/text.ts";
import { mentorLanguages } from "../people/mentor-options.ts";
import {
  goalCompanyTypes,
  goalLevels,
  goalNoteCharacters,
  goalOtherCharacters,
  goalPractices,
  goalRoleCharacters,
} from "./goals.ts";

export const goalSchema = z.strictObject({
  /** Such as "ML engineer"; blank when not given. */
  role: optionalLine({ label: "The target role", max: goalRoleCharacters }).default(""),
  level: z.enum(goalLevels, "Choose one of the levels.").nullable().default(null),
  companyType: z.enum(goalCompanyTypes, "Choose one of the company types.").nullable().default(null),
  language: z.enum(mentorLanguages, "Choose one of the languages.").nullable().default(null),
  practice: z
    .array(z.enum(goalPractices, "Choose from the list of what to practice."))
    .max(goalPractices.length, "Name each thing to practice once.")
    .transform((list) => [...new Set(list)])
    .default([]),
  /** Topics to practice besides the listed ones. */
  practiceOther: optionalLine({ label: "What else to practice", max: goalOtherCharacters }).default(""),
  /** A note to the interviewer. */
  note: optionalText({ label: "The note", max: goalNoteCharacters }).default(""),
});
/** A goal as the server returns it. */
export const wireGoalSchema = z.object({
  role: z.string(),
  level: z.enum(goalLevels).nullable(),
  companyType: z.enum(goalCompanyTypes).nullable(),
  language: z.enum(mentorLanguages).nullish(),
  practice: z.array(z.enum(goalPractices)),
  practiceOther: z.string(),
  note: z.string(),
});
