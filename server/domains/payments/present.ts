import { currency, rupeesFromPaise } from "@greenroom/contract/money.ts";
import type { Checkout, Purchase } from "@greenroom/contract/payments.ts";
import { presentLines } from "../plans/present.ts";
import type { OrderRow } from "./order-store.ts";
import { countSessions } from "./rules.ts";
import type { PurchaseRow } from "./store.ts";

interface OpenedOrder {
  order: OrderRow;
  providerOrderId: string;
  payer: { firstName: string; lastName: string; email: string; mobileNumber: string };
  checkout: Pick<Checkout, "provider" | "scriptUrl" | "key">;
  /** The business's name. */
  name: string;
}

/** An open order with what the checkout needs; `amount` is paise, as it expects. */
export function presentOrder({ order, providerOrderId, payer, checkout, name }: OpenedOrder) {
  return {
    id: providerOrderId,
    amount: order.amountPaise,
    currency,
    msg: "Order created.",
    checkout: {
      ...checkout,
      name,
      description: `${order.planType}: ${countSessions(order.sessions)}`,
      prefill: {
        name: `${payer.firstName} ${payer.lastName}`.trim(),
        email: payer.email,
        contact: payer.mobileNumber,
      },
    },
  };
}

export function presentPurchase(row: PurchaseRow): Purchase {
  return {
    _id: row.id,
    planType: row.planType,
    sessions: row.sessions,
    amount: rupeesFromPaise(row.amountPaise),
    currency: row.currency,
    lines: presentLines(row.lines),
    status: row.status === "refunded" ? "refunded" : "captured",
    paidAt: row.capturedAt.toISOString(),
    receipt: row.receipt,
    orderId: row.providerOrderId ?? "",
    paymentId: row.providerPaymentId,
  };
}
