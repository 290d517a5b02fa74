import type { Paise } from "@greenroom/contract/money.ts";

/**
 * Splits the price of a purchase over its sessions, to the paisa: session i is worth what the first i sessions cost
 * together less what the first i − 1 did, so the parts differ by at most a paisa and add up to the price.
 */
export function splitPrice(pricePaise: Paise, sessions: number): Paise[] {
  const costOfFirst = (count: number) => Math.floor((pricePaise * count) / sessions);
  return Array.from({ length: sessions }, (_, index) => costOfFirst(index + 1) - costOfFirst(index));
}

/** Why so many sessions of a purchase cannot be taken back, as a sentence; null when they can. */
export function takeBackProblem(
  wanted: number,
  { inHand, spent }: { inHand: number; spent: number },
): string | null {
  if (inHand + spent === 0) return "All of its sessions are refunded already.";
  if (wanted <= inHand) return null;
  if (inHand === 0) return "All of its sessions are spent, so there is nothing to take back.";
  return `${inHand} of its sessions can be taken back: ${spent} ${spent === 1 ? "is" : "are"} spent or booked.`;
}
