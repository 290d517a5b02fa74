import { z } from "zod";
import { optionalLine, optionalText } from "../kernel/text.ts";
import { earliestYear, latestYear, sectionLimits, skillLevels } from "./resume-options.ts";
import { completeHttpUrl, isHttpUrl } from "./web-addresses.ts";

/** About 25 pages. The PDF of a longer resume would take seconds to draw. */
export const maxResumeCharacters = 100_000;
export const maxLinesOfText = 100;

export const resumeTooLongMessage = `Your resume is too long: it can be at most ${maxResumeCharacters.toLocaleString("en-IN")} characters long in all.`;

function countCharacters(value: unknown): number {
  if (typeof value === "string") return value.length;
  return Object.values(value ?? {}).reduce<number>((sum, part) => sum + countCharacters(part), 0);
}

const httpUrlMessage = "Enter a full web address that starts with http:// or https://.";
const dateFormatMessage = "Enter a date as YYYY-MM-DD.";

function linkSchema(label: string) {
  return optionalLine({ label, max: 300 })
    .transform(completeHttpUrl)
    .refine((value) => value === "" || isHttpUrl(value), httpUrlMessage)
    .default("");
}

function lineSchema(label: string, max: number) {
  return optionalLine({ label, max }).default("");
}

function multilineSchema(label: string, max: number) {
  return optionalText({ label, max })
    .refine(
      (text) => text.split("\n").length <= maxLinesOfText,
      `${label} can be at most ${maxLinesOfText} lines long.`,
    )
    .default("");
}

/** A year as a number; forms may send digits. Blank is null. */
const yearSchema = z
  .union([z.number(), z.string(), z.null()], { error: "A year is a number, like 2024." })
  .default(null)
  .transform((value) => (typeof value === "string" ? (value.trim() === "" ? null : Number(value)) : value))
  .refine(
    (value) => value === null || (Number.isInteger(value) && value >= earliestYear && value <= latestYear),
    `A year is a number from ${earliestYear} to ${latestYear}.`,
  );

/** A calendar day without a zone, or blank. */
const daySchema = z
  .union([z.literal(""), z.iso.date(dateFormatMessage)], { error: dateFormatMessage })
  .refine((value) => {
    const year = Number(value.slice(0, 4));
    return value === "" || (year >= earliestYear && year <= latestYear);
  }, `A date lies between ${earliestYear} and ${latestYear}.`)
  .default("");

const personalSchema = z.strictObject({
  jobTitle: lineSchema("Job title", 120),
  location: lineSchema("Location", 120),
  linkedin: linkSchema("LinkedIn"),
  github: linkSchema("GitHub"),
  bio: multilineSchema("Summary", 3000),
});

const educationSchema = z
  .strictObject({
    school: lineSchema("School", 160),
    degree: lineSchema("Degree", 160),
    fieldOfStudy: lineSchema("Field of study", 160),
    startYear: yearSchema,
    endYear: yearSchema,
  })
  // A year that is not a number has its own error.
  .refine(({ startYear, endYear }) => !(startYear !== null && endYear !== null && endYear < startYear), {
    path: ["endYear"],
    error: "The end year is before the start year.",
  });

const experienceSchema = z
  .strictObject({
    jobTitle: lineSchema("Job title", 160),
    company: lineSchema("Company", 160),
    location: lineSchema("Location", 120),
    startDate: daySchema,
    /** Blank means Present. */
    endDate: daySchema,
    description: multilineSchema("Description", 4000),
  })
  .refine(({ startDate, endDate }) => startDate === "" || endDate === "" || endDate >= startDate, {
    path: ["endDate"],
    error: "The end date is before the start date.",
  });

const skillSchema = z.strictObject({
  name: lineSchema("Skill", 80),
  level: z
    .enum(skillLevels, { error: `A level is one of ${skillLevels.join(", ")}.` })
    .default(skillLevels[0]),
});

const projectSchema = z.strictObject({
  name: lineSchema("Project name", 160),
  description: multilineSchema("Description", 4000),
  url: linkSchema("Link"),
});

function sectionSchema<S extends z.ZodType>(entry: S, name: keyof typeof sectionLimits) {
  const limit = sectionLimits[name];
  return z
    .array(entry, { error: `${name} is a list.` })
    .max(limit, `A resume holds at most ${limit} entries here.`)
    .default([]);
}

/**
 * A structured resume as it is written. Missing parts are blank and incomplete entries are fine, because a
 * draft must be as easy to save as a finished resume. Present values must be valid, and unknown keys are
 * refused.
 */
export const resumeDataInputSchema = z
  .strictObject({
    personal: personalSchema.default({ jobTitle: "", location: "", linkedin: "", github: "", bio: "" }),
    education: sectionSchema(educationSchema, "education"),
    experience: sectionSchema(experienceSchema, "experience"),
    skills: sectionSchema(skillSchema, "skills"),
    projects: sectionSchema(projectSchema, "projects"),
  })
  // Named at the last section, beside the button that saves it.
  .refine((resume) => countCharacters(resume) <= maxResumeCharacters, {
    path: ["projects"],
    error: resumeTooLongMessage,
  });

/** A structured resume (requirements §3), as it is read. */
export const resumeDataSchema = z.object({
  personal: z.object({
    jobTitle: z.string(),
    location: z.string(),
    linkedin: z.string(),
    github: z.string(),
    bio: z.string(),
  }),
  education: z.array(
    z.object({
      school: z.string(),
      degree: z.string(),
      fieldOfStudy: z.string(),
      startYear: z.number().int().nullable(),
      endYear: z.number().int().nullable(),
    }),
  ),
  experience: z.array(
    z.object({
      jobTitle: z.string(),
      company: z.string(),
      location: z.string(),
      startDate: z.string(),
      /** Blank means Present. */
      endDate: z.string(),
      description: z.string(),
    }),
  ),
  skills: z.array(z.object({ name: z.string(), level: z.enum(skillLevels) })),
  projects: z.array(z.object({ name: z.string(), description: z.string(), url: z.string() })),
});
export type ResumeData = z.infer<typeof resumeDataSchema>;

/** Removes entries in which nothing is written. A skill's level means nothing without its name. */
export function removeBlankEntries({
  personal,
  education,
  experience,
  skills,
  projects,
}: ResumeData): ResumeData {
  const isFilled = (entry: object) => Object.values(entry).some((value) => value !== "" && value !== null);
  return {
    personal,
    education: education.filter(isFilled),
    experience: experience.filter(isFilled),
    skills: skills.filter(({ name }) => name !== ""),
    projects: projects.filter(isFilled),
  };
}
