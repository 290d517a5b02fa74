import { type ResumeData, removeBlankEntries } from "@greenroom/contract/people/resumes/resume-data.ts";
import { saveResume } from "@greenroom/contract/people/resumes/resumes.ts";
import { type FormResume, resumeToForm } from "./resume-form-values.ts";

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
