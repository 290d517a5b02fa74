import { fullName } from "@greenroom/contract/kernel/full-name.ts";
import type { User } from "@greenroom/contract/people/accounts.ts";
import {
  emptyResume,
  type ResumeData,
  removeBlankEntries,
} from "@greenroom/contract/people/resumes/resume-data.ts";

/** The input for the PDF of a resume. */
export interface ResumeDocument {
  name: string;
  email: string;
  phone: string;
  resume: ResumeData;
}

type ResumeOwner = Pick<User, "firstName" | "lastName" | "email" | "mobileNumber" | "resumeData">;

export function buildResumeDocument(user: ResumeOwner): ResumeDocument {
  return {
    name: fullName(user),
    email: user.email,
    phone: user.mobileNumber,
    resume: removeBlankEntries(user.resumeData ?? emptyResume),
  };
}
