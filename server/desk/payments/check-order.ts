import type { ConfirmedAction, Preview } from "@greenroom/contract/desk/actions.ts";
import type { ActionResult } from "@greenroom/contract/desk/money/approvals.ts";
import type { Actor } from "../../kernel/actor.ts";
import { recordAudit } from "../../kernel/audit.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { checkAgain, lockCheckableOrder } from "../../money/payments/reconcile.ts";
import { formatPaise } from "../../money/payouts/rules.ts";
import { checkPreview, makePreview } from "../preview.ts";

/** Previews asking the provider again. Throws `not_found`, and `conflict` for an order that is paid or was never opened. */
export async function previewCheck(deps: Deps, actor: Actor, id: string): Promise<Preview> {
  return await inTransaction(deps.database, async (tx) => (await prepare(tx, actor, id)).preview);
}

/** Has a job ask the provider once more whether an order was paid. Throws like `previewCheck`. */
export async function checkOrderAgain(
  deps: Deps,
  actor: Actor,
  { id, reason, ...confirmed }: ConfirmedAction & { id: string },
): Promise<ActionResult> {
  return await inTransaction(deps.database, async (tx) => {
    const { preview, order } = await prepare(tx, actor, id);
    checkPreview(preview, confirmed);
    const now = deps.clock.now();
    await checkAgain(tx, order, now);
    await recordAudit(tx, {
      actor: { userId: actor.userId },
      action: "order.check-asked",
      subject: `order:${id}`,
      details: { reason },
      now,
    });
    return {
      msg: "The provider is asked within a minute. A payment is credited as usual.",
      approvalId: null,
    };
  });
}

async function prepare(tx: Tx, actor: Actor, id: string) {
  const order = await lockCheckableOrder(tx, id);
  const preview = makePreview(actor, {
    lines: [
      {
        label: "Order",
        text: `${order.receipt}, ${formatPaise(order.amountPaise)}. The provider is asked once more whether it was paid.`,
      },
      {
        label: "If it was",
        text: "Its sessions are granted and the receipt is emailed. If not, nothing changes.",
      },
    ],
    state: [id, order.checks],
    beneficiaries: [order.userId],
  });
  return { order, preview };
}
