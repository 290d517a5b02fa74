import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import type { ResumeData } from "@greenroom/contract/people/resume-data.ts";
import { earliestYear, latestYear, sectionLimits } from "@greenroom/contract/people/resume-options.ts";
import { completeHttpUrl, isHttpUrl } from "@greenroom/contract/people/web-addresses.ts";

/* Reads values of a JSON Resume document; an invalid value counts as blank. */

type SkillLevel = ResumeData["skills"][number]["level"];

/** An object of a JSON document with any content. */
export type JsonFields = Record<string, unknown>;

function asRecord(value: unknown): JsonFields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonFields) : {};
}

function asRecordList(value: unknown): JsonFields[] {
  return Array.isArray(value) ? value.map(asRecord) : [];
}

function asTextList(value: unknown): string[] {
  return Array.isArray(value) ? value.map(asText).filter(Boolean) : [];
}

function asText(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

const asTextOrNumber = (value: unknown) => (typeof value === "number" ? String(value) : asText(value));

/** Some tools write one text: "Python, SQL". */
function asKeywords(value: unknown): string[] {
  return asTextList(typeof value === "string" ? value.split(",") : value);
}

function highlightLines(value: unknown): string[] {
  return asTextList(value).map((highlight) => `- ${highlight}`);
}

/** A web address, also one without `https://`. */
function asHttpUrl(value: unknown): string {
  const url = completeHttpUrl(asText(value));
  return isHttpUrl(url) ? url : "";
}

const profileStarts = { linkedin: "https://www.linkedin.com/in/", github: "https://github.com/" };

/** The address of a profile; that of its user name if the document has only this. */
function profileUrl({ network, url, username }: JsonFields): string {
  const start = ownValue<string>(profileStarts, asText(network).toLowerCase());
  if (start === undefined || !isBlank(url)) return asHttpUrl(url);
  return /^[\w-]+$/.test(asText(username)) ? start + asText(username) : "";
}

function findProfile(profiles: JsonFields[], network: keyof typeof profileStarts): string {
  const profile = profiles.find((entry) => asText(entry.network).toLowerCase() === network);
  return profile === undefined ? "" : profileUrl(profile);
}

function asYear(value: unknown): number | null {
  const year = /\b(?:19|20)\d{2}\b/.exec(asTextOrNumber(value))?.[0];
  return year === undefined ? null : Number(year);
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Ways to write a day, as expressions whose groups are named `year`, `month` and `day`. */
const dayPatterns = [
  /^(?<year>\d{4})(?:[-/.](?<month>\d{1,2})(?:[-/.](?<day>\d{1,2})(?:[T ]\d{2}:.*)?)?)?$/,
  /^(?<month>\d{1,2})[-/.](?<year>\d{4})$/,
  // Which number is the month can be told only if the other one is too large for it.
  /^(?<day>1[3-9]|[23]\d)[-/.](?<month>\d{1,2})[-/.](?<year>\d{4})$/,
  /^(?<month>\d{1,2})[-/.](?<day>1[3-9]|[23]\d)[-/.](?<year>\d{4})$/,
  /^(?:(?<day>\d{1,2})[ -])?(?<month>\p{L}{3,9})\.?,?[ -](?<year>\d{4})$/u,
  /^(?<month>\p{L}{3,9})\.? (?<day>\d{1,2}),? (?<year>\d{4})$/u,
];

/**
 * 2024, 2024-06, 2024/6/3, an instant, 06/2024, 15/06/2024, "Jun-2024", "June 2024", "3 June 2024" and "June 3, 2024";
 * blank for anything else, also for a day that no month has.
 */
function asDay(value: unknown): string {
  const text = asTextOrNumber(value).replaceAll(/\s+/g, " ");
  const {
    year,
    month = "1",
    day = "1",
  } = dayPatterns.map((pattern) => pattern.exec(text)?.groups).find((groups) => groups !== undefined) ?? {};
  const monthNumber = /\d/.test(month) ? Number(month) : months.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  const date = new Date(Date.UTC(Number(year), monthNumber - 1, Number(day)));
  // The last two digits of a year below 100 are counted from 1900.
  const isReal =
    date.getUTCFullYear() === Number(year) &&
    date.getUTCMonth() === monthNumber - 1 &&
    date.getUTCDate() === Number(day);
  return isReal && Number(year) >= earliestYear && Number(year) <= latestYear
    ? date.toISOString().slice(0, 10)
    : "";
}

/** Blank means Present, so an end that cannot be read stays as it is, for its owner to correct. */
function asEnd(value: unknown): string {
  if (
    isBlank(value) ||
    /^(present|current|now|ongoing|(till|to|until) (date|now|present))$/i.test(asText(value))
  )
    return "";
  return asDay(value) || asTextOrNumber(value).slice(0, 40) || "?";
}

/** The level behind the many words for it, or behind "3/5"; null for what means none. */
function asSkillLevel(value: unknown): SkillLevel | null {
  const level = asText(value).toLowerCase();
  const [, part, whole] = /^(\d+(?:\.\d+)?) ?\/ ?(\d+)$/.exec(level) ?? [];
  if (part !== undefined) {
    const share = Number(part) / Number(whole);
    return share > 0.7 ? "Advanced" : share > 0.4 ? "Intermediate" : "Beginner";
  }
  if (/master|expert|advanced|senior|fluent|proficient/.test(level)) return "Advanced";
  if (/intermediate|competent|good|medium/.test(level)) return "Intermediate";
  return /beginner|novice|basic|elementary|junior|learning/.test(level) ? "Beginner" : null;
}

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

/**
 * What its owner should check: entries that a resume has no room for, ends of jobs that are no dates, and skills whose
 * level the document lacks.
 */
export function findSurplusEntries(document: JsonFields): string[] {
  const resume = convertAll(document);
  const unknown = readSkills(document).filter(({ level }) => level === null).length;
  const levels = `Skills: ${unknown} without a level ${unknown === 1 ? "is" : "are"} set to Beginner`;
  const surplus = (Object.keys(sectionTitles) as (keyof typeof sectionTitles)[]).flatMap((section) => {
    const [count, limit] = [resume[section].length, sectionLimits[section]];
    return count > limit
      ? `${sectionTitles[section]}: the last ${count - limit} of ${count}, because a resume holds at most ${limit}`
      : [];
  });
  const ends = resume.experience
    .filter(({ endDate }) => endDate !== "" && asDay(endDate) === "")
    .map(({ company, endDate }) => `Experience${company && ` at ${company}`}: the end date “${endDate}”`);
  return [...surplus, ...new Set(ends), ...(unknown > 0 ? [levels] : [])];
}

/** A skill with keywords is a group: its name and its keywords are skills. A text alone is one, too. */
function readSkills(document: JsonFields): { name: string; level: SkillLevel | null }[] {
  const found = new Map<string, { name: string; level: SkillLevel | null }>();
  for (const entry of Array.isArray(document.skills) ? document.skills : []) {
    const skill = typeof entry === "string" ? { name: entry } : asRecord(entry);
    const level = asSkillLevel(skill.level);
    for (const name of [asText(skill.name), ...asKeywords(skill.keywords)])
      if (name !== "" && !found.has(name.toLowerCase())) found.set(name.toLowerCase(), { name, level });
  }
  return [...found.values()];
}

function convertAll(document: JsonFields): ResumeData {
  const basics = asRecord(document.basics);
  const profiles = asRecordList(basics.profiles);
  return {
    personal: {
      jobTitle: asText(basics.label),
      location: locationText(basics.location),
      linkedin: findProfile(profiles, "linkedin"),
      github: findProfile(profiles, "github"),
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
      endDate: asEnd(job.endDate),
      description: [asText(job.summary), ...highlightLines(job.highlights)].filter(Boolean).join("\n"),
    })),
    skills: readSkills(document).map(({ name, level }) => ({ name, level: level ?? "Beginner" })),
    projects: asRecordList(document.projects).map((project) => ({
      name: asText(project.name),
      description: [asText(project.description), ...highlightLines(project.highlights)]
        .filter(Boolean)
        .join("\n"),
      url: asHttpUrl(project.url),
    })),
  };
}

/** Some tools write one text. */
function locationText(location: unknown): string {
  const { city, region, countryCode } = asRecord(location);
  return asText(location) || [city, region, countryCode].map(asText).filter(Boolean).join(", ");
}

/** Whether the import supports a value, given the entry that contains it. */
type IsSupported = (value: unknown, entry: JsonFields) => boolean;

const isText: IsSupported = (value) => typeof value === "string";
const isTextList: IsSupported = (value) =>
  Array.isArray(value) && value.every((entry) => typeof entry === "string");
const isDay: IsSupported = (value) => asDay(value) !== "";
const isYear: IsSupported = (value) => asYear(value) !== null;
const isSupportedUrl: IsSupported = (value) => asHttpUrl(value) !== "";
const isUnnamed: IsSupported = (_value, entry) => asText(entry.name) === "";

interface Section {
  name: string;
  supported: Record<string, IsSupported>;
}

/** The sections that we support, their labels, and the supported fields of their entries. */
const sections: Record<string, Section> = {
  basics: {
    name: "About you",
    supported: { label: isText, summary: isText, city: isText, region: isText, countryCode: isText },
  },
  work: {
    name: "Experience",
    supported: {
      name: isText,
      company: isUnnamed,
      position: isText,
      location: isText,
      startDate: isDay,
      endDate: () => true,
      summary: isText,
      highlights: isTextList,
    },
  },
  education: {
    name: "Education",
    supported: { institution: isText, studyType: isText, area: isText, startDate: isYear, endDate: isYear },
  },
  skills: {
    name: "Skills",
    supported: {
      name: isText,
      level: () => true,
      keywords: (value, entry) => isText(value, entry) || isTextList(value, entry),
    },
  },
  projects: {
    name: "Projects",
    supported: { name: isText, description: isText, highlights: isTextList, url: isSupportedUrl },
  },
};

/** Data about the file, not about the person. */
const metadataKeys = ["$schema", "meta"];

/** Fields whose label differs from their name in the format. */
const fieldLabels: Record<string, string> = { url: "web address", image: "picture", studyType: "degree" };

/**
 * The parts of a JSON Resume document that the import leaves out, as texts for its owner: `Awards (2)`,
 * `Experience: web address`, each once. Lists the owner's name, email and number only if the document's differ. Empty
 * when everything is supported.
 */
export function findUnsupportedFields(document: JsonFields, owner: ResumeOwner): string[] {
  const lines: string[] = [];
  for (const [key, value] of Object.entries(document)) {
    const section = ownValue(sections, key);
    if (metadataKeys.includes(key) || isBlank(value)) continue;
    if (section === undefined) {
      lines.push(Array.isArray(value) ? `${keyToTitle(key)} (${value.length})` : keyToTitle(key));
      continue;
    }
    if (key === "basics" && asRecord(value) !== value) lines.push(section.name);
    const fields =
      key === "basics"
        ? unsupportedBasics(asRecord(value), owner)
        : unsupportedInList(value, section.supported);
    if (fields.size > 0) lines.push(`${section.name}: ${[...fields].join(", ")}`);
  }
  return [...new Set(lines)];
}

function unsupportedBasics(basics: JsonFields, owner: ResumeOwner): Set<string> {
  const { location, profiles, name, email, phone, ...own } = basics;
  const fields = unsupportedInList([{ ...own, ...asRecord(location) }], sections.basics?.supported ?? {});
  const accountFields = {
    name: [name, fullName(owner)],
    email: [email, owner.email],
    phone: [phone, owner.mobileNumber],
  };
  for (const [word, [given, known]] of Object.entries(accountFields)) {
    if (!isBlank(given) && given !== known) fields.add(`${word} (your account’s stays)`);
  }
  if (!isBlank(location) && asText(location) === "" && asRecord(location) !== location)
    fields.add("location");
  for (const entry of Array.isArray(profiles) ? profiles : [profiles]) {
    const profile = asRecord(entry);
    const network = asText(profile.network);
    const isSupported =
      Array.isArray(profiles) && /^(linkedin|github)$/i.test(network) && profileUrl(profile) !== "";
    if (!isSupported && !isBlank(entry)) fields.add(`profile ${network}`.trim());
  }
  return fields;
}

function unsupportedInList(value: unknown, supported: Record<string, IsSupported>): Set<string> {
  const fields = new Set<string>();
  for (const entry of Array.isArray(value) ? value : [value]) {
    const fieldsOfEntry = asRecord(entry);
    if (typeof entry === "string" && "keywords" in supported) continue;
    if (fieldsOfEntry !== entry) fields.add("an entry that is not in the format");
    for (const [key, field] of Object.entries(fieldsOfEntry)) {
      if (!isBlank(field) && !ownValue(supported, key)?.(field, fieldsOfEntry))
        fields.add(ownValue(fieldLabels, key) ?? keyToText(key));
    }
  }
  return fields;
}

/** The keys come from a stranger's file: one such as `constructor` must find nothing. */
function ownValue<Value>(table: Record<string, Value>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** Deeper than any resume. What is nested deeper, without end in a hostile file, counts as content. */
const maxDepth = 20;

function isBlank(value: unknown, depth = 0): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === "string") return value.trim() === "";
  if (typeof value !== "object" || depth > maxDepth) return false;
  return Object.values(value).every((entry) => isBlank(entry, depth + 1));
}

/** Turns `postalCode` into `postal code`. */
function keyToText(key: string): string {
  return key.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
}

function keyToTitle(key: string): string {
  const text = keyToText(key);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
