import { type ResumeData, sectionLimits } from "@greenroom/contract/people/resumes/resume-data.ts";
import { fullName } from "../../../format/full-name.ts";
import {
  asDay,
  asHttpUrl,
  asRecord,
  asRecordList,
  asSkillLevel,
  asText,
  asTextList,
  asYear,
  highlightLines,
  type JsonFields,
  profileUrl,
} from "./json-values.ts";

/* The open format of jsonresume.org (schema v1.0.0), which other tools write and read. */

const schemaUrl = "https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json";

/** The owner of the resume, from the account, because the resume itself does not contain this. */
export interface ResumeOwner {
  firstName: string;
  lastName: string;
  email: string;
  mobileNumber: string;
}

/** Converts the resume to a JSON Resume document. */
export function toJsonResume(person: ResumeOwner, resume: ResumeData): object {
  const { personal } = resume;
  const profiles = [
    { network: "LinkedIn", url: personal.linkedin },
    { network: "GitHub", url: personal.github },
  ].filter(({ url }) => url !== "");
  return {
    $schema: schemaUrl,
    basics: {
      name: fullName(person),
      label: personal.jobTitle,
      email: person.email,
      phone: person.mobileNumber,
      summary: personal.bio,
      location: { city: personal.location },
      profiles,
    },
    work: resume.experience.map((job) => ({
      name: job.company,
      position: job.jobTitle,
      location: job.location,
      ...dateFields(job.startDate, job.endDate),
      summary: job.description,
    })),
    education: resume.education.map((study) => ({
      institution: study.school,
      studyType: study.degree,
      area: study.fieldOfStudy,
      ...dateFields(study.startYear?.toString() ?? "", study.endYear?.toString() ?? ""),
    })),
    skills: resume.skills.map(({ name, level }) => ({ name, level })),
    projects: resume.projects.map(({ name, description, url }) => ({
      name,
      description,
      ...(url === "" ? {} : { url }),
    })),
  };
}

function dateFields(startDate: string, endDate: string) {
  return { ...(startDate === "" ? {} : { startDate }), ...(endDate === "" ? {} : { endDate }) };
}

/** Parses a file. Throws an Error of one sentence when it is not a JSON Resume. */
export function readJsonResume(text: string): JsonFields {
  const document = parseDocument(text);
  if (!("basics" in document) && !("work" in document) && !("education" in document))
    throw notJsonResumeError();
  return document;
}

function parseDocument(text: string): JsonFields {
  try {
    return asRecord(JSON.parse(text));
  } catch (cause) {
    throw notJsonResumeError(cause);
  }
}

function notJsonResumeError(cause?: unknown): Error {
  return new Error("This file is not in the JSON Resume format.", { cause });
}

/**
 * Converts the supported parts of the document; `unsupported-fields.ts` lists the others. Of each section, only as many
 * entries as a resume holds.
 */
export function fromJsonResume(document: JsonFields): ResumeData {
  const { personal, education, experience, skills, projects } = convertAll(document);
  return {
    personal,
    education: education.slice(0, sectionLimits.education),
    experience: experience.slice(0, sectionLimits.experience),
    skills: skills.slice(0, sectionLimits.skills),
    projects: projects.slice(0, sectionLimits.projects),
  };
}

const sectionTitles = {
  education: "Education",
  experience: "Experience",
  skills: "Skills",
  projects: "Projects",
} as const;

/** The entries that a resume has no room for, as texts for its owner: `Skills: the last 10 of 70`. */
export function findSurplusEntries(document: JsonFields): string[] {
  const resume = convertAll(document);
  return (Object.keys(sectionTitles) as (keyof typeof sectionTitles)[]).flatMap((section) => {
    const [count, limit] = [resume[section].length, sectionLimits[section]];
    return count > limit
      ? `${sectionTitles[section]}: the last ${count - limit} of ${count}, because a resume holds at most ${limit}`
      : [];
  });
}

function convertAll(document: JsonFields): ResumeData {
  const basics = asRecord(document.basics);
  const profiles = asRecordList(basics.profiles);
  return {
    personal: {
      jobTitle: asText(basics.label),
      location: locationText(asRecord(basics.location)),
      linkedin: profileUrl(profiles, "linkedin"),
      github: profileUrl(profiles, "github"),
      bio: asText(basics.summary),
    },
    education: asRecordList(document.education).map((study) => ({
      school: asText(study.institution),
      degree: asText(study.studyType),
      fieldOfStudy: asText(study.area),
      startYear: asYear(study.startDate),
      endYear: asYear(study.endDate),
    })),
    experience: asRecordList(document.work).map((job) => ({
      jobTitle: asText(job.position),
      company: asText(job.name) || asText(job.company),
      location: asText(job.location),
      startDate: asDay(job.startDate),
      endDate: asDay(job.endDate),
      description: [asText(job.summary), ...highlightLines(job.highlights)].filter(Boolean).join("\n"),
    })),
    skills: asRecordList(document.skills).flatMap((skill) => {
      const level = asSkillLevel(skill.level) ?? "Beginner";
      const names = asText(skill.name) ? [asText(skill.name)] : asTextList(skill.keywords);
      return names.map((name) => ({ name, level }));
    }),
    projects: asRecordList(document.projects).map((project) => ({
      name: asText(project.name),
      description: [asText(project.description), ...highlightLines(project.highlights)]
        .filter(Boolean)
        .join("\n"),
      url: asHttpUrl(project.url),
    })),
  };
}

function locationText(location: JsonFields): string {
  return [asText(location.city), asText(location.region), asText(location.countryCode)]
    .filter(Boolean)
    .join(", ");
}
