import type { Tx } from "../../db/database.ts";
import { returnSpentCredit } from "./store.ts";

export interface CreditReturn {
  /** Whose booking it was; a booking of somebody else returns nothing. */
  userId: string;
  bookingId: string;
  /** What the person reads in their ledger. */
  reason: string;
  now: Date;
}

/** Gives a booking's session back, once: null when none was spent on it or it is back already. */
export async function returnCredit(tx: Tx, giveBack: CreditReturn): Promise<{ balance: number } | null> {
  return await returnSpentCredit(tx, giveBack);
}
