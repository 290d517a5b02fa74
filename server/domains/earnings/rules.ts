import type { Paise } from "@greenroom/contract/money.ts";

/** The interviewer's part of what one session was sold for, in whole paise, rounded down; the rest is the platform's. */
export function interviewerShare(sessionPricePaise: Paise, sharePercent: number): Paise {
  return Math.floor((sessionPricePaise * sharePercent) / 100);
}
