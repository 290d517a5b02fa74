import type { ResumeData } from "@greenroom/contract/resume-data.ts";
import { fullName } from "../accounts/person-name.ts";
import {
  dayIn,
  highlights,
  type JsonFields,
  levelIn,
  line,
  list,
  profileOf,
  record,
  strings,
  webAddress,
  yearIn,
} from "./json-values.ts";

/* The open format of jsonresume.org (schema v1.0.0): what other tools write and read. */

const schemaUrl = "https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json";

/** Whose resume it is: what stands in the account, not in the resume. */
export interface ResumeOwner {
  firstName: string;
  lastName: string;
  email: string;
  mobileNumber: string;
}

/** The resume as a JSON Resume document. */
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
      ...dates(job.startDate, job.endDate),
      summary: job.description,
    })),
    education: resume.education.map((study) => ({
      institution: study.school,
      studyType: study.degree,
      area: study.fieldOfStudy,
      ...dates(study.startYear?.toString() ?? "", study.endYear?.toString() ?? ""),
    })),
    skills: resume.skills.map(({ name, level }) => ({ name, level })),
    projects: resume.projects.map(({ name, description, url }) => ({
      name,
      description,
      ...(url === "" ? {} : { url }),
    })),
  };
}

function dates(startDate: string, endDate: string) {
  return { ...(startDate === "" ? {} : { startDate }), ...(endDate === "" ? {} : { endDate }) };
}

/** The document in a file. Throws an Error of one sentence when it is no JSON Resume. */
export function readJsonResume(text: string): JsonFields {
  const document = parsed(text);
  if (!("basics" in document) && !("work" in document) && !("education" in document)) throw notJsonResume();
  return document;
}

function parsed(text: string): JsonFields {
  try {
    return record(JSON.parse(text));
  } catch (cause) {
    throw notJsonResume(cause);
  }
}

function notJsonResume(cause?: unknown): Error {
  return new Error("This file is not in the JSON Resume format.", { cause });
}

/** What of the document has a place here; `json-resume-left-out.ts` says what has none. */
export function fromJsonResume(document: JsonFields): ResumeData {
  const basics = record(document.basics);
  const profiles = list(basics.profiles);
  return {
    personal: {
      jobTitle: line(basics.label),
      location: places(record(basics.location)),
      linkedin: profileOf(profiles, "linkedin"),
      github: profileOf(profiles, "github"),
      bio: line(basics.summary),
    },
    education: list(document.education).map((study) => ({
      school: line(study.institution),
      degree: line(study.studyType),
      fieldOfStudy: line(study.area),
      startYear: yearIn(study.startDate),
      endYear: yearIn(study.endDate),
    })),
    experience: list(document.work).map((job) => ({
      jobTitle: line(job.position),
      company: line(job.name) || line(job.company),
      location: line(job.location),
      startDate: dayIn(job.startDate),
      endDate: dayIn(job.endDate),
      description: [line(job.summary), ...highlights(job.highlights)].filter(Boolean).join("\n"),
    })),
    skills: list(document.skills).flatMap((skill) => {
      const level = levelIn(skill.level) ?? "Beginner";
      const names = line(skill.name) ? [line(skill.name)] : strings(skill.keywords);
      return names.map((name) => ({ name, level }));
    }),
    projects: list(document.projects).map((project) => ({
      name: line(project.name),
      description: [line(project.description), ...highlights(project.highlights)].filter(Boolean).join("\n"),
      url: webAddress(project.url),
    })),
  };
}

function places(location: JsonFields): string {
  return [line(location.city), line(location.region), line(location.countryCode)].filter(Boolean).join(", ");
}
