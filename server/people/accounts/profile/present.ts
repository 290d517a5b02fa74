import type { User } from "@greenroom/contract/people/accounts.ts";
import type { Database, Tx } from "../../../kernel/db/database.ts";
import { findResume } from "../../resumes/find-resume.ts";
import { ownFileUrl } from "../../resumes/present.ts";
import type { UserRow } from "../store.ts";
import { findBalance, findCurrentPlan, findSessionsByPlan } from "./plan-and-sessions.ts";

/**
 * A user as they see their own account. Plan and credits come from payments and the ledger, and are not stored with
 * the user.
 */
export async function presentUser(database: Database | Tx, user: UserRow): Promise<User> {
  const resume = await findResume(database, user.id);
  return {
    _id: user.id,
    role: user.role,
    isOperator: user.isOperator,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    mobileNumber: user.mobileNumber,
    timeZone: user.timeZone,
    planType: await findCurrentPlan(database, user.id),
    sessionCount: await findBalance(database, user.id),
    sessionsByPlan: await findSessionsByPlan(database, user.id),
    resumeData: resume.data,
    resumeVersion: resume.version,
    resumeFileUrl: resume.hasFile ? ownFileUrl : null,
    resumeFileHeld: resume.isFileHeld,
  };
}
