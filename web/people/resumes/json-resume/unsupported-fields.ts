import { fullName } from "../../../format/full-name.ts";
import type { ResumeOwner } from "./json-resume.ts";
import { asDay, asHttpUrl, asRecord, asSkillLevel, asText, asYear, type JsonFields } from "./json-values.ts";

/** Whether the import supports a value, given the entry that contains it. */
type IsSupported = (value: unknown, entry: JsonFields) => boolean;

const isText: IsSupported = (value) => typeof value === "string";
const isTextList: IsSupported = (value) =>
  Array.isArray(value) && value.every((entry) => typeof entry === "string");
const isDay: IsSupported = (value) => asDay(value) !== "";
/** Our form shows a missing end as "Present", and many documents contain that word. */
const isEnd: IsSupported = (value, entry) =>
  isDay(value, entry) || /^(present|current|now)$/i.test(asText(value));
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
      endDate: isEnd,
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
    supported: { name: isText, level: (value) => asSkillLevel(value) !== null, keywords: isUnnamed },
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
 * `Experience: web address`. Lists the owner's name, email and number only if the document's differ. Empty
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
    const fields =
      key === "basics"
        ? unsupportedBasics(asRecord(value), owner)
        : unsupportedInList(value, section.supported);
    if (fields.size > 0) lines.push(`${section.name}: ${[...fields].join(", ")}`);
  }
  return lines;
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
  for (const profile of Array.isArray(profiles) ? profiles.map(asRecord) : []) {
    const network = asText(profile.network);
    const isSupported = /^(linkedin|github)$/i.test(network) && isSupportedUrl(profile.url, profile);
    if (!isSupported && !isBlank(profile)) fields.add(`profile ${network}`.trim());
  }
  return fields;
}

function unsupportedInList(value: unknown, supported: Record<string, IsSupported>): Set<string> {
  const fields = new Set<string>();
  for (const entry of Array.isArray(value) ? value : [value]) {
    const fieldsOfEntry = asRecord(entry);
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

function isBlank(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === "string") return value.trim() === "";
  return typeof value === "object" && Object.values(value).every(isBlank);
}

/** Turns `postalCode` into `postal code`. */
function keyToText(key: string): string {
  return key.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
}

function keyToTitle(key: string): string {
  const text = keyToText(key);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
