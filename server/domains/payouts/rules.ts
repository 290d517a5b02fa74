import { formatRupees, type Paise, rupeesFromPaise } from "@greenroom/contract/money.ts";

export function formatPaise(paise: Paise): string {
  return formatRupees(rupeesFromPaise(paise), { decimals: true });
}
