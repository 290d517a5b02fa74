import { fullName } from "@greenroom/contract/kernel/full-name.ts";
import { currency, rupeesFromPaise } from "@greenroom/contract/kernel/money.ts";
import type { Checkout, Purchase, Receipt } from "@greenroom/contract/money/payments.ts";
import { presentLines } from "../plans/present.ts";
import type { OrderRow } from "./orders/order-store.ts";
import type { selectRefunds } from "./refunds/refund-store.ts";
import { formatSessionCount } from "./rules.ts";
import type { PaymentRow } from "./store.ts";

interface Payer {
  firstName: string;
  lastName: string;
  email: string;
}

interface OpenedOrder {
  order: OrderRow;
  providerOrderId: string;
  payer: Payer & { mobileNumber: string };
  checkout: Pick<Checkout, "provider" | "scriptUrl" | "key">;
  /** The business's name. */
  name: string;
}

/** An open order with the data that the checkout needs. `amount` is in paise, as the checkout expects. */
export function presentOrder({ order, providerOrderId, payer, checkout, name }: OpenedOrder) {
  return {
    id: providerOrderId,
    amount: order.amountPaise,
    currency,
    msg: "Order created.",
    checkout: {
      ...checkout,
      name,
      description: `${order.planType}: ${formatSessionCount(order.sessions)}`,
      prefill: {
        ...presentPayer(payer),
        contact: payer.mobileNumber,
      },
    },
  };
}

function presentPayer(payer: Payer) {
  return { name: fullName(payer), email: payer.email };
}

export function presentPurchase(row: PaymentRow): Purchase {
  return {
    _id: row.id,
    planType: row.planType,
    sessions: row.sessions,
    amount: rupeesFromPaise(row.amountPaise),
    refunded: rupeesFromPaise(row.refundedPaise),
    currency: row.currency,
    lines: presentLines(row.lines),
    status: row.status === "refunded" ? "refunded" : "captured",
    paidAt: row.capturedAt.toISOString(),
    receipt: row.receipt,
    orderId: row.providerOrderId ?? "",
    paymentId: row.providerPaymentId,
  };
}

interface ReceiptParts {
  purchase: PaymentRow;
  payer: Payer;
  refunds: Awaited<ReturnType<typeof selectRefunds>>;
  seller: Receipt["seller"];
}

export function presentReceipt({ purchase, payer, refunds, seller }: ReceiptParts): Receipt {
  return {
    ...presentPurchase(purchase),
    seller: { name: seller.name, supportEmail: seller.supportEmail },
    buyer: presentPayer(payer),
    refunds: refunds.map(({ id, amountPaise, sessions, status, createdAt }) => ({
      _id: id,
      amount: rupeesFromPaise(amountPaise),
      sessions,
      status: status === "done" ? "done" : "pending",
      createdAt: createdAt.toISOString(),
    })),
  };
}
