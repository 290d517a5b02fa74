import type { ResumeData } from "@greenroom/contract/people/resume-data.ts";
import { useEffect } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { readDraft, removeDraft, writeDraft } from "../../session/drafts.ts";
import { draftStorage } from "../../session/session-store.ts";

type Education = ResumeData["education"][number];

/** A resume as its form stores it: years are text. */
export type FormResume = Omit<ResumeData, "education"> & {
  education: (Omit<Education, "startYear" | "endYear"> & { startYear: string; endYear: string })[];
};

/** Uses the name of the request's field, so that the server's field names match the form's. */
export interface ResumeFormValues {
  resumeData: FormResume;
}

export const emptyEntries = {
  education: { school: "", degree: "", fieldOfStudy: "", startYear: "", endYear: "" },
  experience: { jobTitle: "", company: "", location: "", startDate: "", endDate: "", description: "" },
  skills: { name: "", level: "Beginner" },
  projects: { name: "", description: "", url: "" },
} as const;

export function resumeToForm(resume: ResumeData): FormResume {
  return {
    ...resume,
    education: resume.education.map((entry) => ({
      ...entry,
      startYear: entry.startYear === null ? "" : String(entry.startYear),
      endYear: entry.endYear === null ? "" : String(entry.endYear),
    })),
  };
}

/** For display: text that is not (yet) a year counts as none. */
export function formToResume(form: FormResume): ResumeData {
  return {
    ...form,
    education: form.education.map((entry) => ({
      ...entry,
      startYear: parseYear(entry.startYear),
      endYear: parseYear(entry.endYear),
    })),
  };
}

function parseYear(typed: string): number | null {
  return /^\s*\d{4}\s*$/.test(typed) ? Number(typed) : null;
}

/** True for a value of this shape, because stored drafts may be older than this page. */
export function isFormResume(value: unknown): value is FormResume {
  if (typeof value !== "object" || value === null) return false;
  const resume = value as Record<string, unknown>;
  const lists = Object.keys(emptyEntries).every((name) => Array.isArray(resume[name]));
  return lists && typeof resume.personal === "object" && resume.personal !== null;
}

/** The server's resume in the form's shape, with its version. */
export interface SavedResume {
  version: number;
  resume: FormResume;
}

const draftName = "resume";

interface ResumeDraft {
  /** The version on which these edits are based, so that a save does not silently overwrite a newer one. */
  base: number;
  resume: FormResume;
}

/** This user's unsaved edits in this tab, from before a reload or an expired session. */
export function readResumeDraft(userId: string): ResumeDraft | null {
  const draft = readDraft(draftStorage, userId, draftName);
  if (draft === null || typeof draft.base !== "number" || !isFormResume(draft.resume)) return null;
  return { base: draft.base, resume: draft.resume };
}

/**
 * Keeps typed text in this tab until it is saved, and returns whether there is any. Belongs inside the form;
 * `saved` is the server's version, in the form's shape.
 */
export function useResumeDraft(
  userId: string,
  { base, saved }: { base: number; saved: FormResume },
): boolean {
  const { control } = useFormContext<ResumeFormValues>();
  const resume = useWatch({ control, name: "resumeData" });
  const isUnsaved = JSON.stringify(resume) !== JSON.stringify(saved);
  useEffect(() => {
    if (isUnsaved) writeDraft(draftStorage, userId, draftName, { base, resume });
    else removeDraft(draftStorage, userId, draftName);
  }, [userId, base, resume, isUnsaved]);
  return isUnsaved;
}
