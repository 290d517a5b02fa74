import { isWebAddress, type ResumeData } from "@greenroom/contract/resume-data.ts";
import { fullName } from "../accounts/person-name.ts";

/* The open format of jsonresume.org (schema v1.0.0): what other tools write and read. */

const schemaUrl = "https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json";

interface Person {
  firstName: string;
  lastName: string;
  email: string;
  mobileNumber: string;
}

/** The resume as a JSON Resume document. */
export function toJsonResume(person: Person, resume: ResumeData): object {
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

/** What of a JSON Resume document has a place here. Throws an Error of one sentence when it is no such document. */
export function fromJsonResume(text: string): ResumeData {
  const root = parsed(text);
  const basics = record(root.basics);
  if (!("basics" in root) && !("work" in root) && !("education" in root)) {
    throw new Error("This file is not in the JSON Resume format.");
  }
  const profiles = list(basics.profiles);
  return {
    personal: {
      jobTitle: line(basics.label),
      location: places(record(basics.location)),
      linkedin: profileOf(profiles, "linkedin"),
      github: profileOf(profiles, "github"),
      bio: line(basics.summary),
    },
    education: list(root.education).map((study) => ({
      school: line(study.institution),
      degree: line(study.studyType),
      fieldOfStudy: line(study.area),
      startYear: yearIn(study.startDate),
      endYear: yearIn(study.endDate),
    })),
    experience: list(root.work).map((job) => ({
      jobTitle: line(job.position),
      company: line(job.name) || line(job.company),
      location: line(job.location),
      startDate: dayIn(job.startDate),
      endDate: dayIn(job.endDate),
      description: [line(job.summary), ...highlights(job.highlights)].filter(Boolean).join("\n"),
    })),
    skills: list(root.skills).flatMap((skill) => {
      const level = levelIn(skill.level);
      const names = line(skill.name) ? [line(skill.name)] : strings(skill.keywords);
      return names.map((name) => ({ name, level }));
    }),
    projects: list(root.projects).map((project) => ({
      name: line(project.name),
      description: [line(project.description), ...highlights(project.highlights)].filter(Boolean).join("\n"),
      url: webAddress(project.url),
    })),
  };
}

type Fields = Record<string, unknown>;

function parsed(text: string): Fields {
  try {
    return record(JSON.parse(text));
  } catch (cause) {
    throw new Error("This file is not in the JSON Resume format.", { cause });
  }
}

function record(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function list(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(record) : [];
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.map(line).filter(Boolean) : [];
}

function line(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

function highlights(value: unknown): string[] {
  return strings(value).map((highlight) => `- ${highlight}`);
}

function webAddress(value: unknown): string {
  return isWebAddress(line(value)) ? line(value) : "";
}

function profileOf(profiles: Fields[], network: string): string {
  const profile = profiles.find((entry) => line(entry.network).toLowerCase() === network);
  return webAddress(profile?.url);
}

function places(location: Fields): string {
  return [line(location.city), line(location.region), line(location.countryCode)].filter(Boolean).join(", ");
}

function yearIn(value: unknown): number | null {
  const year = /^\d{4}/.exec(line(value))?.[0];
  return year === undefined ? null : Number(year);
}

/** JSON Resume allows 2024, 2024-06 and 2024-06-30. */
function dayIn(value: unknown): string {
  const match = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/.exec(line(value));
  return match === null ? "" : `${match[1]}-${match[2] ?? "01"}-${match[3] ?? "01"}`;
}

function levelIn(value: unknown): ResumeData["skills"][number]["level"] {
  const level = line(value).toLowerCase();
  if (/master|expert|advanced|senior|fluent|proficient/.test(level)) return "Advanced";
  return /intermediate|competent|good|medium/.test(level) ? "Intermediate" : "Beginner";
}
