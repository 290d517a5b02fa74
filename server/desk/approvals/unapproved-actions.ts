import type { ApprovalKind } from "@greenroom/contract/desk/money/approvals.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { sql } from "kysely";
import { recordAudit } from "../../kernel/audit.ts";
import type { Tx } from "../../kernel/db/database.ts";

interface UnapprovedAction {
  userId: string;
  kind: ApprovalKind;
  now: Date;
}

const actionOf = (kind: ApprovalKind) => `desk.${kind}-done-alone`;

/** Records an amount that an operator has moved without a second one. */
export async function recordUnapproved(
  tx: Tx,
  { userId, kind, amount, now }: UnapprovedAction & { amount: number },
): Promise<void> {
  await recordAudit(tx, {
    actor: { userId },
    action: actionOf(kind),
    subject: `user:${userId}`,
    details: { amount },
    now,
  });
}

/** The paise or sessions that the operator has moved without a second one within 24 hours. */
export async function sumUnapproved(tx: Tx, { userId, kind, now }: UnapprovedAction): Promise<number> {
  const { amount } = await tx
    .selectFrom("auditLog")
    .select(sql<string>`coalesce(sum((details->>'amount')::bigint), 0)`.as("amount"))
    .where("actorUserId", "=", userId)
    .where("action", "=", actionOf(kind))
    .where("createdAt", ">", addMinutes(now, -24 * 60))
    .executeTakeFirstOrThrow();
  return Number(amount);
}
