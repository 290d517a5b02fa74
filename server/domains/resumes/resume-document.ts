import type { User } from "@greenroom/contract/accounts.ts";
import { emptyResume, type ResumeData, withoutBlanks } from "@greenroom/contract/resume-data.ts";

/** What the PDF of a resume is made of. */
export interface ResumeDocument {
  name: string;
  email: string;
  phone: string;
  resume: ResumeData;
}

type Teller = Pick<User, "firstName" | "lastName" | "email" | "mobileNumber" | "resumeData">;

export function resumeDocument(user: Teller): ResumeDocument {
  return {
    name: `${user.firstName} ${user.lastName}`.trim(),
    email: user.email,
    phone: user.mobileNumber,
    resume: withoutBlanks(user.resumeData ?? emptyResume),
  };
}
