import type { ResumeData } from "@greenroom/contract/people/resumes/resume-data.ts";
import type { ResumeConflict } from "@greenroom/contract/people/resumes/resumes.ts";
import { AppError, invalidField } from "../../kernel/errors.ts";

/**
 * The version that a save is based on, from its `If-Match` header; null if the client wants no check. Weak entity
 * tags (`W/"3"`) are accepted, because compressing proxies create them. Throws `invalid_input` for anything else.
 */
export function readExpectedVersion(header: string | undefined): number | null {
  if (header === undefined || header.trim() === "*") return null;
  const version = /^\s*(?:W\/)?"?(\d{1,9})"?\s*$/.exec(header)?.[1];
  if (version === undefined) throw invalidField("If-Match", "If-Match holds one resume version.");
  return Number(version);
}

/** Throws `conflict` with the saved data if the save is based on an older version. */
export function checkVersion(expected: number | null, saved: { data: ResumeData; version: number }): void {
  if (expected === null || expected === saved.version) return;
  const details: ResumeConflict = { resumeData: saved.data, resumeVersion: saved.version };
  throw new AppError("conflict", {
    msg: "Your resume was changed somewhere else in the meantime. Nothing was overwritten.",
    details: { ...details },
  });
}
