import { formatRupees, type Paise, rupeesFromPaise } from "@greenroom/contract/core/money.ts";

export function formatPaise(paise: Paise): string {
  return formatRupees(rupeesFromPaise(paise), { decimals: true });
}

/** Shown when an earning is taken back that was already paid out. */
export const nextPayoutReducedMessage = "It was already paid, so the next payout is reduced by that amount.";

/** The messages for users when a constraint of this domain refuses a write. */
export const payoutConstraintMessages = {
  payouts_reference_once: "This interviewer was paid under this reference before.",
};
