import type { Paise } from "@greenroom/contract/kernel/money.ts";

/**
 * Splits the price of a purchase over its credits, to the paisa. Credit i is worth the price of the first i
 * credits less that of the first i − 1, so the parts differ by at most a paisa and add up to the price.
 */
export function splitPrice(pricePaise: Paise, sessions: number): Paise[] {
  const costOfFirst = (count: number) => Math.floor((pricePaise * count) / sessions);
  return Array.from({ length: sessions }, (_, index) => costOfFirst(index + 1) - costOfFirst(index));
}

/** Explains in a sentence why this many credits of a purchase cannot be taken back; null if they can. */
export function findRevocationProblem(
  wanted: number,
  { inHand, spent }: { inHand: number; spent: number },
): string | null {
  if (inHand + spent === 0) return "All of its sessions are refunded already.";
  if (wanted <= inHand) return null;
  const left = inHand === 0 ? "None" : inHand;
  return `${left} of its sessions can be taken back: ${spent} ${spent === 1 ? "is" : "are"} spent or booked.`;
}

/** Why not all sessions of a purchase can be taken back at once; null when they can. */
export function findAnyRevocationProblem({
  inHand,
  spent,
}: {
  inHand: number;
  spent: number;
}): string | null {
  return findRevocationProblem(inHand + spent, { inHand, spent });
}
