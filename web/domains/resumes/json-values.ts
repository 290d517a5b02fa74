import { isWebAddress, type ResumeData } from "@greenroom/contract/resume-data.ts";

/* How a value of a JSON Resume document is read: what is not of its form reads as blank. */

type SkillLevel = ResumeData["skills"][number]["level"];

/** An object of a JSON document, whatever is in it. */
export type JsonFields = Record<string, unknown>;

export function record(value: unknown): JsonFields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonFields) : {};
}

export function list(value: unknown): JsonFields[] {
  return Array.isArray(value) ? value.map(record) : [];
}

export function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.map(line).filter(Boolean) : [];
}

export function line(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

export function highlights(value: unknown): string[] {
  return strings(value).map((highlight) => `- ${highlight}`);
}

export function webAddress(value: unknown): string {
  return isWebAddress(line(value)) ? line(value) : "";
}

export function profileOf(profiles: JsonFields[], network: string): string {
  const profile = profiles.find((entry) => line(entry.network).toLowerCase() === network);
  return webAddress(profile?.url);
}

export function yearIn(value: unknown): number | null {
  const year = /^\d{4}/.exec(line(value))?.[0];
  return year === undefined ? null : Number(year);
}

/** JSON Resume allows 2024, 2024-06 and 2024-06-30. */
export function dayIn(value: unknown): string {
  const match = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/.exec(line(value));
  return match === null ? "" : `${match[1]}-${match[2] ?? "01"}-${match[3] ?? "01"}`;
}

/** The level that is meant by the many words for it; null for one that says nothing. */
export function levelIn(value: unknown): SkillLevel | null {
  const level = line(value).toLowerCase();
  if (/master|expert|advanced|senior|fluent|proficient/.test(level)) return "Advanced";
  if (/intermediate|competent|good|medium/.test(level)) return "Intermediate";
  return /beginner|novice|basic|elementary|junior|learning/.test(level) ? "Beginner" : null;
}
