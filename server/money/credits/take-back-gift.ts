import { type AuditActor, recordAudit } from "../../kernel/audit/record-audit.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { lockSubjects } from "../../kernel/db/transaction.ts";
import { AppError } from "../../kernel/errors.ts";
import { findBalance } from "../../people/accounts/profile/plan-and-sessions.ts";
import { findGift, insertRefundEntry, lockAvailableCredits } from "./refund-store.ts";

/** A gift, with its credits that can be taken back. */
export interface Gift {
  lotId: string;
  userId: string;
  sessions: number;
  left: readonly { id: string }[];
}

/** A gift, locked until the transaction ends. Throws `not_found`, also for a lot that was bought. */
export async function lockGift(tx: Tx, lotId: string): Promise<Gift> {
  const gift = await findGift(tx, lotId);
  if (gift === undefined)
    throw new AppError("not_found", { msg: "Only granted sessions can be taken back." });
  // Bookings of the same person wait, so that the preview and the entries agree.
  await lockSubjects(tx, [gift.userId]);
  return { ...gift, left: await lockAvailableCredits(tx, { lotId }) };
}

interface TakeBack {
  actor: AuditActor;
  /** Shown in the user's credit history. */
  reason: string;
  now: Date;
}

/** Takes back the credits of a locked gift that are left, each with an entry of the ledger. */
export async function takeBackGift(
  tx: Tx,
  { lotId, userId, left }: Gift,
  { actor, reason, now }: TakeBack,
): Promise<{ balance: number }> {
  for (const { id: creditId } of left) {
    await insertRefundEntry(tx, { userId, lotId, creditId, reason, now });
  }
  await recordAudit(tx, {
    actor,
    action: "credits.taken-back",
    subject: `user:${userId}`,
    details: { sessions: left.length, reason, lotId },
    now,
  });
  return { balance: await findBalance(tx, userId) };
}
