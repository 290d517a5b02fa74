import type { User } from "@greenroom/contract/people/accounts.ts";
import type { Candidate } from "@greenroom/contract/people/resumes/resumes.ts";

/** The endpoint that links to one's own file; the link itself is valid for minutes. */
export const ownFileUrl = "/api/user/resume-pdf";

/** A candidate as their interviewer sees them: without plan, credits or settings. */
export function presentCandidate(user: User): Candidate {
  return {
    _id: user._id,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    mobileNumber: user.mobileNumber,
    resumeData: user.resumeData,
    resumeFileUrl: user.resumeFileUrl === null ? null : `/api/interviewer/resume-pdf/${user._id}`,
  };
}
