import type { Tx } from "../../../kernel/db/database.ts";
import { lockSubjects } from "../../../kernel/db/transaction.ts";
import { grantRightInTransaction } from "../../accounts/grant-right.ts";
import { interviewerRight } from "../grant-interviewer.ts";
import { markAccepted } from "./invitation-store.ts";

/** Serializes an invitation and its answer, so that the second sees the result of the first. */
export async function lockInvitation(tx: Tx, email: string): Promise<void> {
  await lockSubjects(tx, [`invitation:${email}`]);
}

interface Acceptance {
  userId: string;
  email: string;
  now: Date;
}

/**
 * Uses the invitation of an account's address and makes its holder, who accepts it, an interviewer. Returns false if
 * there is no valid invitation. Call `lockInvitation` first.
 */
export async function acceptInvitation(tx: Tx, { userId, email, now }: Acceptance): Promise<boolean> {
  if ((await markAccepted(tx, { email, userId, now })) === null) return false;
  await grantRightInTransaction(tx, interviewerRight, { email, actor: { userId }, now });
  return true;
}
