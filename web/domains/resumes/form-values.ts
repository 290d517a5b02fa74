import type { ResumeData } from "@greenroom/contract/resume-data.ts";

type Education = ResumeData["education"][number];

/** A resume as its form holds it: years are what was typed. */
export type FormResume = Omit<ResumeData, "education"> & {
  education: (Omit<Education, "startYear" | "endYear"> & { startYear: string; endYear: string })[];
};

/** Under the name that the call gives it, so that the server's field names are the form's. */
export interface ResumeFormValues {
  resumeData: FormResume;
}

export const blanks = {
  education: { school: "", degree: "", fieldOfStudy: "", startYear: "", endYear: "" },
  experience: { jobTitle: "", company: "", location: "", startDate: "", endDate: "", description: "" },
  skills: { name: "", level: "Beginner" },
  projects: { name: "", description: "", url: "" },
} as const;

export function toForm(resume: ResumeData): FormResume {
  return {
    ...resume,
    education: resume.education.map((entry) => ({
      ...entry,
      startYear: entry.startYear === null ? "" : String(entry.startYear),
      endYear: entry.endYear === null ? "" : String(entry.endYear),
    })),
  };
}

/** For showing: what is not a year (yet) is none. */
export function fromForm(form: FormResume): ResumeData {
  return {
    ...form,
    education: form.education.map((entry) => ({
      ...entry,
      startYear: yearOf(entry.startYear),
      endYear: yearOf(entry.endYear),
    })),
  };
}

function yearOf(typed: string): number | null {
  return /^\s*\d{4}\s*$/.test(typed) ? Number(typed) : null;
}

/** True for a value that was a form's of this shape: what storage holds may be older than this page. */
export function isFormResume(value: unknown): value is FormResume {
  if (typeof value !== "object" || value === null) return false;
  const resume = value as Record<string, unknown>;
  const lists = Object.keys(blanks).every((name) => Array.isArray(resume[name]));
  return lists && typeof resume.personal === "object" && resume.personal !== null;
}
