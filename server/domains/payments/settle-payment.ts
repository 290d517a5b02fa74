import type { Paise } from "@greenroom/contract/money.ts";
import type { Tx } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import { grantCredits } from "../credits/grant-credits.ts";
import { recordAudit, wasAudited } from "../operator/record-audit.ts";
import { admitFoundingMember } from "../plans/admit-founding-member.ts";
import { noteToOperator, sendReceipt } from "./job-definitions.ts";
import { lockOrder, markOrderPaid, type OrderRow } from "./order-store.ts";
import { countSessions, isOrderPaid } from "./rules.ts";
import { insertPayment, rememberEvent } from "./store.ts";

export interface CapturedPayment {
  order: OrderRow;
  providerPaymentId: string;
  amountPaise: Paise;
  currency: string;
  /** The webhook that told of it, if one did. */
  event?: { id: string; type: string };
}

/** `granted` now, granted `before`, or not at all: the amount is not the order's. */
export type Settlement = "granted" | "before" | "mismatch";

/**
 * Takes a captured payment into the books: payment, sessions, founding place and receipt in one transaction, exactly
 * once a payment, whoever tells of it, in any order, any number of times, at the same moment.
 */
export async function settlePayment(deps: Deps, captured: CapturedPayment): Promise<Settlement> {
  const settlement = await inTransaction(deps.database, (tx) => settle(deps, tx, captured));
  if (settlement === "mismatch") {
    const { order, providerPaymentId, amountPaise, currency } = captured;
    deps.log.error(
      { orderId: order.id, expectedPaise: order.amountPaise, providerPaymentId, amountPaise, currency },
      "a captured payment is not of the order's amount: nothing was granted",
    );
  }
  return settlement;
}

async function settle(deps: Deps, tx: Tx, captured: CapturedPayment): Promise<Settlement> {
  const { order, providerPaymentId, amountPaise, currency, event } = captured;
  const { userId, planType, sessions, isFounding, provider } = order;
  const now = deps.clock.now();
  await lockOrder(tx, order.id);
  if (event !== undefined) {
    const isNew = await rememberEvent(tx, {
      provider,
      eventId: event.id,
      eventType: event.type,
      receivedAt: now,
    });
    if (!isNew) return "before";
  }
  if (!isOrderPaid(order, { amountPaise, currency })) {
    await reportMismatch(deps, tx, captured, now);
    return "mismatch";
  }
  const paymentId = await insertPayment(tx, {
    orderId: order.id,
    userId,
    provider,
    providerPaymentId,
    amountPaise,
    currency,
    capturedAt: now,
  });
  if (paymentId === null) return "before";
  await markOrderPaid(tx, order.id, now);
  await grantCredits(tx, {
    userId,
    source: "purchase",
    paymentId,
    sessions,
    pricePaise: amountPaise,
    reason: `Bought ${planType}: ${countSessions(sessions)}`,
    now,
  });
  await admitFoundingMember(tx, deps.config.founding, { userId, paymentId, planType, isFounding, now });
  await deps.jobs.send(tx, sendReceipt, { paymentId });
  return "granted";
}

/** Writes down, and tells us, once a payment, that money came which nobody asked for. */
async function reportMismatch(
  deps: Deps,
  tx: Tx,
  { order, providerPaymentId, amountPaise, currency }: CapturedPayment,
  now: Date,
): Promise<void> {
  const subject = `payment:${order.provider}:${providerPaymentId}`;
  const action = "payment.mismatch";
  if (await wasAudited(tx, { action, subject })) return;
  const { provider, amountPaise: expectedPaise, id: orderId } = order;
  const details = { orderId, expectedPaise, amountPaise, currency, provider, providerPaymentId };
  await recordAudit(tx, { actor: "system", action, subject, details, now });
  await deps.jobs.send(tx, noteToOperator, {
    kind: "mismatch",
    orderId,
    providerPaymentId,
    amountPaise,
    currency,
  });
}
