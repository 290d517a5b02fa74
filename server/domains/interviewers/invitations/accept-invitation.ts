import type { Tx } from "../../../db/database.ts";
import { lockSubjects } from "../../../db/transaction.ts";
import { interviewerRight } from "../../operator/grant-interviewer.ts";
import { grantRightInTransaction } from "../../operator/grant-right.ts";
import { markAccepted } from "./invitation-store.ts";

/** Serializes a sign-up and an invitation for the same address, so that the second sees the result of the first. */
export async function lockInvitation(tx: Tx, email: string): Promise<void> {
  await lockSubjects(tx, [`invitation:${email}`]);
}

interface Acceptance {
  userId: string;
  email: string;
  now: Date;
  /** The holder of an account has accepted it; otherwise it comes with the sign-up. */
  isByHolder?: boolean;
}

/**
 * Uses the invitation of this address and makes its account an interviewer. Returns false if there is no valid invitation.
 * Call it for a new account whose address a mailed code has just verified, or when the holder of an account accepts. Call
 * `lockInvitation` first.
 */
export async function acceptInvitation(
  tx: Tx,
  { userId, email, now, isByHolder = false }: Acceptance,
): Promise<boolean> {
  if ((await markAccepted(tx, { email, userId, now })) === null) return false;
  const actor = isByHolder ? { userId } : "system";
  await grantRightInTransaction(tx, interviewerRight, { email, actor, now });
  return true;
}
