import type { LedgerEntry } from "@greenroom/contract/money/credits.ts";
import { ledgerKinds } from "@greenroom/contract/money/credits.ts";
import type { selectLedger } from "./store.ts";

type LedgerRow = Awaited<ReturnType<typeof selectLedger>>["rows"][number];

/** A ledger entry as the API returns it. */
export function presentLedgerEntry(row: LedgerRow): LedgerEntry {
  return {
    _id: String(row.id),
    kind: kindOf(row),
    delta: row.delta,
    balance: row.balanceAfter,
    reason: row.reason,
    bookingId: row.bookingId,
    createdAt: row.createdAt.toISOString(),
  };
}

function kindOf({ kind, source }: LedgerRow): LedgerEntry["kind"] {
  // The ledger has one kind for refunds and for gifts that are taken back.
  if (kind === "refund" && source !== "purchase") return "taken-back";
  const known = ledgerKinds.find((name) => name === kind);
  if (known === undefined) throw new Error(`the ledger has a line of kind ${kind}`);
  return known;
}
