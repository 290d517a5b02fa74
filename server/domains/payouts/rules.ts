import { formatRupees, type Paise, rupeesFromPaise } from "@greenroom/contract/core/money.ts";

export function formatPaise(paise: Paise): string {
  return formatRupees(rupeesFromPaise(paise), { decimals: true });
}

/** Whether an earning was paid out, when it was taken back: a bank may pay what an open export has. */
export const payoutStates = ["unpaid", "exported", "paid"] as const;
export type PayoutState = (typeof payoutStates)[number];

/** Shown when an earning is taken back that was already paid out. */
export const nextPayoutReducedMessage = "It was already paid, so the next payout is reduced by that amount.";

/** What a reversal means for the interviewer's payouts. */
export const reversalEffects: Record<PayoutState, string> = {
  unpaid: "It will not be paid out.",
  exported:
    "It may be in a transfer to you already. If it is, the payout after that is reduced by the amount.",
  paid: nextPayoutReducedMessage,
};

/** The messages for users when a constraint of this domain refuses a write. */
export const payoutConstraintMessages = {
  payouts_reference_once: "This interviewer was paid under this reference before.",
  payout_returns_are_not_deducted:
    "A part of this payout was taken back and deducted from a later one, so it cannot be due again. Settle it with the interviewer.",
  payout_returns_pkey: "This payout is recorded as returned already.",
};
