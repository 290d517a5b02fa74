import { formatRupees, type Paise, rupeesFromPaise } from "@greenroom/contract/kernel/money.ts";

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
