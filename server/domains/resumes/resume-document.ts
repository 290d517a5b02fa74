import type { User } from "@greenroom/contract/accounts.ts";
import { emptyResume, type ResumeData } from "@greenroom/contract/resume-data.ts";

/** What the PDF of a resume is made of. */
export interface ResumeDocument {
  name: string;
  email: string;
  phone: string;
  resume: ResumeData;
}

type Teller = Pick<User, "firstName" | "lastName" | "email" | "mobileNumber" | "resumeData">;

/** Entries that nobody has filled in yet are left out. */
export function resumeDocument(user: Teller): ResumeDocument {
  const resume = user.resumeData ?? emptyResume;
  return {
    name: `${user.firstName} ${user.lastName}`.trim(),
    email: user.email,
    phone: user.mobileNumber,
    resume: {
      personal: resume.personal,
      education: resume.education.filter(isFilled),
      experience: resume.experience.filter(isFilled),
      skills: resume.skills.filter(({ name }) => name !== ""),
      projects: resume.projects.filter(isFilled),
    },
  };
}

function isFilled(entry: object): boolean {
  return Object.values(entry).some((value) => value !== "" && value !== null);
}
