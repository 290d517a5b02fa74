import { z } from "zod";
import { optionalLine, optionalText } from "./text.ts";

/** Skill levels (spec §9); a new skill starts as the first. */
export const skillLevels = ["Beginner", "Intermediate", "Advanced"] as const;

/** How many entries a section takes: far more than anybody reads. */
export const sectionLimits = { education: 20, experience: 30, skills: 60, projects: 30 } as const;

const earliestYear = 1900;
const latestYear = 2100;
const webAddress = "Enter a full web address that starts with http:// or https://.";
const calendarDay = "Enter a date as YYYY-MM-DD.";

/** True for an absolute http or https address: nothing else may ever become a link (no `javascript:`, no `data:`). */
export function isWebAddress(value: string): boolean {
  return /^https?:\/\/[\p{L}\p{N}\p{M}.-]+(:\d{1,5})?([/?#]\S*)?$/iu.test(value);
}

function link(label: string) {
  return optionalLine({ label, max: 300 })
    .refine((value) => value === "" || isWebAddress(value), webAddress)
    .default("");
}

function line(label: string, max: number) {
  return optionalLine({ label, max }).default("");
}

function text(label: string, max: number) {
  return optionalText({ label, max }).default("");
}

/** A year as a number; a form may send its digits. Blank is null. */
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
  .union([z.literal(""), z.iso.date(calendarDay)], { error: calendarDay })
  .refine((value) => {
    const year = Number(value.slice(0, 4));
    return value === "" || (year >= earliestYear && year <= latestYear);
  }, `A date lies between ${earliestYear} and ${latestYear}.`)
  .default("");

const personalSchema = z.strictObject({
  jobTitle: line("Job title", 120),
  location: line("Location", 120),
  linkedin: link("LinkedIn"),
  github: link("GitHub"),
  bio: text("Summary", 3000),
});

const educationSchema = z
  .strictObject({
    school: line("School", 160),
    degree: line("Degree", 160),
    fieldOfStudy: line("Field of study", 160),
    startYear: yearSchema,
    endYear: yearSchema,
  })
  .refine(({ startYear, endYear }) => startYear === null || endYear === null || endYear >= startYear, {
    path: ["endYear"],
    error: "The end year is before the start year.",
  });

const experienceSchema = z
  .strictObject({
    jobTitle: line("Job title", 160),
    company: line("Company", 160),
    location: line("Location", 120),
    startDate: daySchema,
    /** Blank means Present. */
    endDate: daySchema,
    description: text("Description", 4000),
  })
  .refine(({ startDate, endDate }) => startDate === "" || endDate === "" || endDate >= startDate, {
    path: ["endDate"],
    error: "The end date is before the start date.",
  });

const skillSchema = z.strictObject({
  name: line("Skill", 80),
  level: z
    .enum(skillLevels, { error: `A level is one of ${skillLevels.join(", ")}.` })
    .default(skillLevels[0]),
});

const projectSchema = z.strictObject({
  name: line("Project name", 160),
  description: text("Description", 4000),
  url: link("Link"),
});

function section<S extends z.ZodType>(entry: S, name: keyof typeof sectionLimits) {
  const limit = sectionLimits[name];
  return z
    .array(entry, { error: `${name} is a list.` })
    .max(limit, `A resume holds at most ${limit} entries here.`)
    .default([]);
}

/**
 * A structured resume as it is written. What is left out is blank, and a half-filled entry is welcome: a draft must be
 * as easy to save as a finished page. What is there must be of its form, and an unknown key is refused.
 */
export const resumeDataInputSchema = z.strictObject({
  personal: personalSchema.default({ jobTitle: "", location: "", linkedin: "", github: "", bio: "" }),
  education: section(educationSchema, "education"),
  experience: section(experienceSchema, "experience"),
  skills: section(skillSchema, "skills"),
  projects: section(projectSchema, "projects"),
});

/** A structured resume (spec §3), as it is read. */
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

/** Without the entries in which nobody has written anything. A skill's level says nothing without its name. */
export function withoutBlanks({ personal, education, experience, skills, projects }: ResumeData): ResumeData {
  const isFilled = (entry: object) => Object.values(entry).some((value) => value !== "" && value !== null);
  return {
    personal,
    education: education.filter(isFilled),
    experience: experience.filter(isFilled),
    skills: skills.filter(({ name }) => name !== ""),
    projects: projects.filter(isFilled),
  };
}

/** The resume of somebody who has not written any. */
export const emptyResume: ResumeData = {
  personal: { jobTitle: "", location: "", linkedin: "", github: "", bio: "" },
  education: [],
  experience: [],
  skills: [],
  projects: [],
};
