import { fullName } from "../accounts/person-name.ts";
import type { ResumeOwner } from "./json-resume.ts";
import { dayIn, type JsonFields, levelIn, line, record, webAddress, yearIn } from "./json-values.ts";

/** Whether the import has a place for a value, given the entry in which it stands. */
type Taken = (value: unknown, entry: JsonFields) => boolean;

const isLine: Taken = (value) => typeof value === "string";
const isLines: Taken = (value) => Array.isArray(value) && value.every((entry) => typeof entry === "string");
const isDay: Taken = (value) => dayIn(value) !== "";
/** An end that is not written is "Present" here, as many write it out. */
const isEnd: Taken = (value, entry) => isDay(value, entry) || /^(present|current|now)$/i.test(line(value));
const isYear: Taken = (value) => yearIn(value) !== null;
const isWebAddress: Taken = (value) => webAddress(value) !== "";
const isUnnamed: Taken = (_value, entry) => line(entry.name) === "";

interface Section {
  name: string;
  taken: Record<string, Taken>;
}

/** The sections that have a place here, what they are called, and what of their entries is taken. */
const sections: Record<string, Section> = {
  basics: {
    name: "About you",
    taken: { label: isLine, summary: isLine, city: isLine, region: isLine, countryCode: isLine },
  },
  work: {
    name: "Experience",
    taken: {
      name: isLine,
      company: isUnnamed,
      position: isLine,
      location: isLine,
      startDate: isDay,
      endDate: isEnd,
      summary: isLine,
      highlights: isLines,
    },
  },
  education: {
    name: "Education",
    taken: { institution: isLine, studyType: isLine, area: isLine, startDate: isYear, endDate: isYear },
  },
  skills: {
    name: "Skills",
    taken: { name: isLine, level: (value) => levelIn(value) !== null, keywords: isUnnamed },
  },
  projects: {
    name: "Projects",
    taken: { name: isLine, description: isLine, highlights: isLines, url: isWebAddress },
  },
};

/** What the file says of itself, not of the person. */
const aboutTheFile = ["$schema", "meta"];

/** Fields whose name in the format is not the word for them. */
const fieldWords: Record<string, string> = { url: "web address", image: "picture", studyType: "degree" };

/**
 * What of a JSON Resume document the import leaves out, for its owner to read: `Awards (2)`, `Experience: web address`. The
 * owner's name, email and number are named only where the document has others. Empty when everything has its place.
 */
export function leftOutOf(document: JsonFields, owner: ResumeOwner): string[] {
  const lines: string[] = [];
  for (const [key, value] of Object.entries(document)) {
    const section = of(sections, key);
    if (aboutTheFile.includes(key) || isBlank(value)) continue;
    if (section === undefined) {
      lines.push(Array.isArray(value) ? `${title(key)} (${value.length})` : title(key));
      continue;
    }
    const fields =
      key === "basics" ? leftOutOfBasics(record(value), owner) : leftOutOfList(value, section.taken);
    if (fields.size > 0) lines.push(`${section.name}: ${[...fields].join(", ")}`);
  }
  return lines;
}

function leftOutOfBasics(basics: JsonFields, owner: ResumeOwner): Set<string> {
  const { location, profiles, name, email, phone, ...own } = basics;
  const fields = leftOutOfList([{ ...own, ...record(location) }], sections.basics?.taken ?? {});
  const held = {
    name: [name, fullName(owner)],
    email: [email, owner.email],
    phone: [phone, owner.mobileNumber],
  };
  for (const [word, [given, known]] of Object.entries(held)) {
    if (!isBlank(given) && given !== known) fields.add(`${word} (your account’s stays)`);
  }
  for (const profile of Array.isArray(profiles) ? profiles.map(record) : []) {
    const network = line(profile.network);
    const isTaken = /^(linkedin|github)$/i.test(network) && isWebAddress(profile.url, profile);
    if (!isTaken && !isBlank(profile)) fields.add(`profile ${network}`.trim());
  }
  return fields;
}

function leftOutOfList(value: unknown, taken: Record<string, Taken>): Set<string> {
  const fields = new Set<string>();
  for (const entry of Array.isArray(value) ? value : [value]) {
    const known = record(entry);
    if (known !== entry) fields.add("an entry that is not in the format");
    for (const [key, field] of Object.entries(known)) {
      if (!isBlank(field) && !of(taken, key)?.(field, known)) fields.add(of(fieldWords, key) ?? words(key));
    }
  }
  return fields;
}

/** The keys are a stranger's: one such as `constructor` must find nothing. */
function of<Value>(table: Record<string, Value>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

function isBlank(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === "string") return value.trim() === "";
  return typeof value === "object" && Object.values(value).every(isBlank);
}

/** `postalCode` as `postal code`. */
function words(key: string): string {
  return key.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
}

function title(key: string): string {
  const said = words(key);
  return said.charAt(0).toUpperCase() + said.slice(1);
}
