import { z } from "zod";
import { optionalLine, optionalText } from "../../kernel/text.ts";
import {
  goalCompanyTypes,
  goalLevels,
  goalNoteCharacters,
  goalOtherCharacters,
  goalPractices,
  goalRoleCharacters,
} from "./goal-options.ts";

/* The interviewee's goal for an interview. */

export const goalSchema = z.strictObject({
  /** Such as "ML engineer"; blank when not given. */
  role: optionalLine({ label: "The target role", max: goalRoleCharacters }).default(""),
  level: z.enum(goalLevels, "Choose one of the levels.").nullable().default(null),
  companyType: z.enum(goalCompanyTypes, "Choose one of the company types.").nullable().default(null),
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
export type Goal = z.infer<typeof goalSchema>;

/** A goal as the server returns it. */
export const wireGoalSchema = z.object({
  role: z.string(),
  level: z.enum(goalLevels).nullable(),
  companyType: z.enum(goalCompanyTypes).nullable(),
  practice: z.array(z.enum(goalPractices)),
  practiceOther: z.string(),
  note: z.string(),
});
