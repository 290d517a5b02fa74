import type { LedgerEntry } from "@greenroom/contract/money/credits.ts";

/**
 * The reason of a ledger entry, without what its other columns show. Entries never change, so those of earlier
 * versions still repeat the kind and the count: `Bought Pro: 3 sessions`, `Refunded: Double payment`.
 */
export function ledgerReasonText({ reason }: Pick<LedgerEntry, "reason">): string {
  const bought = /^Bought (\w+): \d+ sessions?$/.exec(reason);
  if (bought) return `${bought[1]} plan`;
  return reason.replace(/^Refunded: /, "");
}

/** The kind of an entry. A grant with a plan was bought; any other grant was given. */
export function ledgerKindText({ kind, reason }: Pick<LedgerEntry, "kind" | "reason">): string {
  if (kind === "grant") return /^Bought | plan$/.test(reason) ? "Bought" : "Added";
  return { spend: "Spent", return: "Returned", refund: "Refunded", "taken-back": "Taken back" }[kind];
}
