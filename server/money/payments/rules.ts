import { type Paise, paiseFromRupees } from "@greenroom/contract/kernel/money.ts";
import { countOf } from "@greenroom/contract/kernel/plain-text.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";

/**
 * How long an order holds its founding place and its use of a coupon, and how long its quote is honored for a
 * retry.
 */
export const holdMinutes = 15;

/** When an order was opened, or its buyer last continued with it. */
export function heldSince({ holdsUntil }: { holdsUntil: Date }): Date {
  return addMinutes(holdsUntil, -holdMinutes);
}

/**
 * For how many hours a buyer continues with their unpaid order. After that they get a new one, so that an order that the
 * provider no longer knows does not keep anybody from buying.
 */
const continueHours = 24;

/** Orders that were opened after this instant are continued. */
export function continuedSince(now: Date): Date {
  return addMinutes(now, -60 * continueHours);
}

/**
 * The number of a receipt, `R-20261120-4F0A93C2D1B7`: the day (UTC) and the random end of the order's UUIDv7.
 * Razorpay accepts at most 40 characters and requires it to be unique ("Create an Order", parameter `receipt`).
 */
export function receiptNumber(orderId: string, now: Date): string {
  const day = now.toISOString().slice(0, 10).replaceAll("-", "");
  return `R-${day}-${orderId.slice(-12).toUpperCase()}`;
}

/** True when both amounts that a browser states (rupees) match the price, to the paisa. */
export function isStatedPrice(stated: { newPrice: number; amount: number }, pricePaise: Paise): boolean {
  return paiseFromRupees(stated.newPrice) === pricePaise && paiseFromRupees(stated.amount) === pricePaise;
}

/** `1 session`, `3 sessions`. */
export function formatSessionCount(sessions: number): string {
  return countOf(sessions, "session");
}

interface PaymentSums {
  paidPaise: Paise;
  refundedPaise: Paise;
  credits: readonly PurchasedCredit[];
}

export interface PurchasedCredit {
  status: string;
  valuePaise: Paise;
  /** Spent on an upcoming interview. */
  isBooked: boolean;
}

/** How many sessions of a purchase are used for good, booked for an upcoming interview, and left. */
export function countSessions(credits: readonly PurchasedCredit[]) {
  const spent = credits.filter(({ status }) => status === "spent");
  const booked = spent.filter(({ isBooked }) => isBooked).length;
  const count = (state: string) => credits.filter(({ status }) => status === state).length;
  return {
    used: spent.length - booked,
    booked,
    left: count("available"),
    takenBack: count("refunded"),
  };
}

/**
 * The most that can go back for the used sessions of a payment. Sessions that are left or booked may still be refunded
 * themselves, so their price is kept for that.
 */
export function goodwillLimit({ paidPaise, refundedPaise, credits }: PaymentSums): Paise {
  const keptPaise = credits
    .filter(({ status, isBooked }) => status === "available" || isBooked)
    .reduce((sum, { valuePaise }) => sum + valuePaise, 0);
  return Math.max(0, paidPaise - refundedPaise - keptPaise);
}

/** The key of the booking that an order pays for, so that a payment books once. */
export function bookingKeyOf(orderId: string): string {
  return `order:${orderId}`;
}

/**
 * When an open order is checked, in minutes after it was opened or its buyer continued with it: 5 min, 30 min, 6 h,
 * 24 h.
 */
const checkMinutes = [5, 30, 6 * 60, 24 * 60] as const;

/** After this many hours without an answer from the provider, we stop retrying and tell a person. */
const retryPeriodHours = 48;

/** True if an order with this many checks is not checked again. */
export function wasLastCheck(checks: number): boolean {
  return checks >= checkMinutes.length;
}

/** The time of an order's check number `checks`, counted from 0. Throws if there is none. */
export function nextCheck(openedAt: Date, checks: number): Date {
  const minutes = checkMinutes[checks];
  if (minutes === undefined) throw new Error(`an order has no check number ${checks}`);
  return addMinutes(openedAt, minutes);
}

export function isRetryPeriodOver(openedAt: Date, now: Date): boolean {
  return now >= addMinutes(openedAt, retryPeriodHours * 60);
}
