import type { ConfirmedAction, Preview } from "@greenroom/contract/desk/actions.ts";
import type { ActionResult } from "@greenroom/contract/desk/money/approvals.ts";
import { asSentence } from "@greenroom/contract/kernel/plain-text.ts";
import type { Actor } from "../../kernel/actor.ts";
import { recordAudit } from "../../kernel/audit.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { sendRefund } from "../../money/payments/mails.ts";
import { lockUnsentRefund } from "../../money/payments/refund.ts";
import { formatPaise } from "../../money/payouts/rules.ts";
import { amountToType, checkPreview, makePreview } from "../preview.ts";

/** Previews another try. Throws `not_found`, and `conflict` when the money has gone out. */
export async function previewRetry(deps: Deps, actor: Actor, id: string): Promise<Preview> {
  return await inTransaction(deps.database, async (tx) => (await prepare(tx, actor, id)).preview);
}

/**
 * Sends a refund again that the provider refused or did not answer. It is paid at most once, because its id
 * is the idempotency key at the provider. Throws like `previewRetry`.
 */
export async function retryRefund(
  deps: Deps,
  actor: Actor,
  { id, reason, ...confirmed }: ConfirmedAction & { id: string },
): Promise<ActionResult> {
  return await inTransaction(deps.database, async (tx) => {
    const { preview, refund } = await prepare(tx, actor, id);
    checkPreview(preview, confirmed);
    await recordAudit(tx, {
      actor: { userId: actor.userId },
      action: "refund.retried",
      subject: `payment:${refund.paymentId}`,
      details: { refundId: id, reason },
      now: deps.clock.now(),
    });
    await deps.jobs.enqueue(tx, sendRefund, { refundId: id });
    return { msg: "The provider is asked again. Look at the refund again in a minute.", approvalId: null };
  });
}

async function prepare(tx: Tx, actor: Actor, id: string) {
  const refund = await lockUnsentRefund(tx, id);
  const preview = makePreview(actor, {
    lines: [
      {
        label: "Refund",
        text: `The provider is asked once more to send ${formatPaise(refund.amountPaise)}. It is sent at most once.`,
      },
      {
        label: "So far",
        text: refund.refusal === null ? "The provider has not answered yet." : asSentence(refund.refusal),
      },
    ],
    typedConfirmation: amountToType(refund.amountPaise),
    state: [id, refund.status],
    beneficiaries: [refund.userId],
  });
  return { refund, preview };
}
