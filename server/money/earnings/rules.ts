import type { Paise } from "@greenroom/contract/kernel/money.ts";

/** The interviewer's part of a credit's price, in whole paise, rounded down; the rest is the platform's. */
export function interviewerShare(sessionPricePaise: Paise, sharePercent: number): Paise {
  return Math.floor((sessionPricePaise * sharePercent) / 100);
}
