import { type ResumeData, withoutBlanks } from "@greenroom/contract/resume-data.ts";
import { saveResume } from "@greenroom/contract/resumes.ts";
import { type FormResume, toForm } from "./form-values.ts";

/** Whether the server would keep the same of what is typed as it has kept already: spaces and blank entries aside. */
export function isSameResume(typed: FormResume, kept: ResumeData): boolean {
  return keptOf(typed) === keptOf(toForm(kept));
}

function keptOf(form: FormResume): string | undefined {
  const { data } = saveResume.body.safeParse({ resumeData: form });
  return data && JSON.stringify(withoutBlanks(data.resumeData));
}
