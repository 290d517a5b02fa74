import type { ConfirmedAction, Preview } from "@greenroom/contract/desk/actions.ts";
import type { ActionResult } from "@greenroom/contract/desk/money/approvals.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { planReversal, reverseInTransaction } from "../../money/earnings/earnings.ts";
import { formatPaise, nextPayoutReducedMessage } from "../../money/payouts/rules.ts";
import { amountToType, checkPreview, makePreview } from "../preview.ts";
import { describeVoid } from "./describe-void.ts";

/** Previews taking back an earning. Throws `not_found` without a valid earning. */
export async function previewReversal(deps: Deps, actor: Actor, bookingId: string): Promise<Preview> {
  return await inTransaction(deps.database, (tx) => prepare(tx, actor, bookingId));
}

/** Takes back the earning of an interview. Throws as `previewReversal` does. */
export async function reverseDeskEarning(
  deps: Deps,
  actor: Actor,
  { id: bookingId, reason, ...confirmed }: ConfirmedAction & { id: string },
): Promise<ActionResult> {
  return await inTransaction(deps.database, async (tx) => {
    checkPreview(await prepare(tx, actor, bookingId), confirmed);
    const { wasPaid } = await reverseInTransaction(deps, tx, {
      bookingId,
      reason,
      actor: { userId: actor.userId },
    });
    const paid = wasPaid ? ` ${nextPayoutReducedMessage}` : "";
    return { msg: `The earning is taken back.${paid}`, approvalId: null };
  });
}

async function prepare(tx: Tx, actor: Actor, bookingId: string): Promise<Preview> {
  const earning = await planReversal(tx, bookingId);
  const { id, amountPaise, status } = earning;
  return makePreview(actor, {
    lines: [
      {
        label: "Earning",
        text: `${formatPaise(amountPaise)}, ${status}, is taken back. The interviewer gets your reason by email.`,
      },
      await describeVoid(tx, earning),
    ],
    typedConfirmation: amountToType(amountPaise),
    state: [id],
    beneficiaries: [],
  });
}
