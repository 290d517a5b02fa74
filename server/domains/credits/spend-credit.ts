import { noCredits } from "../../db/constraints.ts";
import type { Tx } from "../../db/database.ts";
import { type SpentCredit, spendOldestCredit } from "./store.ts";

export interface CreditSpending {
  userId: string;
  /** The booking must be written already, in this transaction. */
  bookingId: string;
  /** What the person reads in their ledger. */
  reason: string;
  now: Date;
}

/**
 * Spends the oldest session on a booking, in one statement. Take the person's lock (`lockSubjects`) first: without
 * it a session that another transaction holds counts as not there.
 * Throws `no_credits` when none is left; a booking spends at most once (`ledger_one_spend_per_booking`).
 */
export async function spendCredit(tx: Tx, spending: CreditSpending): Promise<SpentCredit> {
  const spent = await spendOldestCredit(tx, spending);
  if (spent === null) throw noCredits();
  return spent;
}
