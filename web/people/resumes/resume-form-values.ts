import type { ResumeData } from "@greenroom/contract/people/resumes/resume-data.ts";

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
