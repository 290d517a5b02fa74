import { formatRupees, type Paise, rupeesFromPaise } from "@greenroom/contract/money.ts";

export function formatPaise(paise: Paise): string {
  return formatRupees(rupeesFromPaise(paise), { decimals: true });
}

/** Said when an earning is taken back that had been paid out. */
export const takenOffNext = "It was paid: the next payout is so much less.";
