import { type ResumeData, removeBlankEntries } from "@greenroom/contract/people/resume-data.ts";
import { saveResume } from "@greenroom/contract/people/resumes.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import type { Resolver } from "react-hook-form";
import { type FormResume, type ResumeFormValues, resumeToForm } from "./resume-draft.ts";

/* What needs the resume's schema, loaded when somebody types or two saves meet. */

/** Years are typed as text, and the schema outputs numbers; the form keeps the text. */
export const resumeResolver = zodResolver(saveResume.body) as unknown as Resolver<ResumeFormValues>;

/**
 * Whether saving the typed resume would change nothing, because the server ignores extra spaces and blank
 * entries.
 */
export function isSameResume(typed: FormResume, kept: ResumeData): boolean {
  return savedJson(typed) === savedJson(resumeToForm(kept));
}

function savedJson(form: FormResume): string | undefined {
  const { data } = saveResume.body.safeParse({ resumeData: form });
  return data && JSON.stringify(removeBlankEntries(data.resumeData));
}
