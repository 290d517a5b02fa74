import type { Tx } from "../../db/database.ts";
import { lockSubjects } from "../../db/transaction.ts";
import { interviewerRight } from "../operator/grant-interviewer.ts";
import { grantIn } from "../operator/grant-right.ts";
import { markAccepted } from "./invitation-store.ts";

/** Of a sign-up and an invitation of one address at the same moment, the second sees what the first did. */
export async function lockInvitee(tx: Tx, email: string): Promise<void> {
  await lockSubjects(tx, [`invitation:${email}`]);
}

/**
 * Makes a new account an interviewer when its address, which a mailed code has just proved, was invited; false when no
 * invitation stands. Take `lockInvitee` before the account is made.
 */
export async function acceptInvitation(
  tx: Tx,
  { userId, email, now }: { userId: string; email: string; now: Date },
): Promise<boolean> {
  if ((await markAccepted(tx, { email, userId, now })) === null) return false;
  await grantIn(tx, interviewerRight, { email, actor: "system", now });
  return true;
}
