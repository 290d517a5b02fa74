import { currency, type Paise, paiseFromRupees } from "@greenroom/contract/money.ts";
import { addMinutes } from "@greenroom/contract/time.ts";

/** How long an order keeps its founding place and its use of a coupon, and its quote is honoured for a new try. */
export const holdMinutes = 15;

export function holdUntil(now: Date): Date {
  return addMinutes(now, holdMinutes);
}

/**
 * The number on a receipt, `R-20261120-4F0A93C2D1B7`: the day (UTC) and the random end of the order's UUIDv7.
 * Razorpay takes at most 40 characters and wants it unique ("Create an Order", parameter `receipt`).
 */
export function receiptNumber(orderId: string, now: Date): string {
  const day = now.toISOString().slice(0, 10).replaceAll("-", "");
  return `R-${day}-${orderId.slice(-12).toUpperCase()}`;
}

/** True when both numbers that a browser states (rupees) are the price, to the paisa. */
export function isStatedPrice(stated: { newPrice: number; amount: number }, pricePaise: Paise): boolean {
  return paiseFromRupees(stated.newPrice) === pricePaise && paiseFromRupees(stated.amount) === pricePaise;
}

/** True when what the provider took is what the order asks for. */
export function isOrderPaid(
  order: { amountPaise: Paise },
  taken: { amountPaise: Paise; currency: string },
): boolean {
  return taken.amountPaise === order.amountPaise && taken.currency === currency;
}

/** `1 session`, `3 sessions`. */
export function countSessions(sessions: number): string {
  return sessions === 1 ? "1 session" : `${sessions} sessions`;
}
