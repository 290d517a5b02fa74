import { isHttpUrl, type ResumeData } from "@greenroom/contract/people/resumes/resume-data.ts";

/* Reads values of a JSON Resume document; an invalid value counts as blank. */

type SkillLevel = ResumeData["skills"][number]["level"];

/** An object of a JSON document with any content. */
export type JsonFields = Record<string, unknown>;

export function asRecord(value: unknown): JsonFields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonFields) : {};
}

export function asRecordList(value: unknown): JsonFields[] {
  return Array.isArray(value) ? value.map(asRecord) : [];
}

export function asTextList(value: unknown): string[] {
  return Array.isArray(value) ? value.map(asText).filter(Boolean) : [];
}

export function asText(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

export function highlightLines(value: unknown): string[] {
  return asTextList(value).map((highlight) => `- ${highlight}`);
}

export function asHttpUrl(value: unknown): string {
  return isHttpUrl(asText(value)) ? asText(value) : "";
}

export function profileUrl(profiles: JsonFields[], network: string): string {
  const profile = profiles.find((entry) => asText(entry.network).toLowerCase() === network);
  return asHttpUrl(profile?.url);
}

export function asYear(value: unknown): number | null {
  const year = /^\d{4}/.exec(asText(value))?.[0];
  return year === undefined ? null : Number(year);
}

/** JSON Resume allows 2024, 2024-06 and 2024-06-30. */
export function asDay(value: unknown): string {
  const match = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/.exec(asText(value));
  return match === null ? "" : `${match[1]}-${match[2] ?? "01"}-${match[3] ?? "01"}`;
}

/** The level behind the many words for it; null for a word that means none. */
export function asSkillLevel(value: unknown): SkillLevel | null {
  const level = asText(value).toLowerCase();
  if (/master|expert|advanced|senior|fluent|proficient/.test(level)) return "Advanced";
  if (/intermediate|competent|good|medium/.test(level)) return "Intermediate";
  return /beginner|novice|basic|elementary|junior|learning/.test(level) ? "Beginner" : null;
}
