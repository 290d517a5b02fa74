import type { ResumeData } from "@greenroom/contract/resume-data.ts";
import type { ResumeConflict } from "@greenroom/contract/resumes.ts";
import { AppError, invalidField } from "../../http/errors.ts";

/**
 * The version that a save builds upon, of its `If-Match` header: null where it asks for no check. Entity tags may come
 * weak (`W/"3"`), as a proxy that compresses makes them. Throws `invalid_input` for anything else.
 */
export function readExpectedVersion(header: string | undefined): number | null {
  if (header === undefined || header.trim() === "*") return null;
  const version = /^\s*(?:W\/)?"?(\d{1,9})"?\s*$/.exec(header)?.[1];
  if (version === undefined) throw invalidField("If-Match", "If-Match holds one resume version.");
  return Number(version);
}

/** Throws `conflict` with what was saved in between, when the save does not build upon it. */
export function checkVersion(expected: number | null, saved: { data: ResumeData; version: number }): void {
  if (expected === null || expected === saved.version) return;
  const details: ResumeConflict = { resumeData: saved.data, resumeVersion: saved.version };
  throw new AppError("conflict", {
    msg: "Your resume was changed somewhere else in the meantime. Nothing was overwritten.",
    details: { ...details },
  });
}
