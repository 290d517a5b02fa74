import type { Tx } from "../../kernel/db/database.ts";
import { returnSpentCredit } from "./store.ts";

export interface CreditReturn {
  /** The owner of the booking. Nothing is returned for any other user. */
  userId: string;
  bookingId: string;
  /** Shown in the user's credit history. */
  reason: string;
  now: Date;
}

/** Returns a booking's credit, once. Null if no credit was spent on it or it was already returned. */
export async function returnCredit(tx: Tx, creditReturn: CreditReturn): Promise<{ balance: number } | null> {
  return await returnSpentCredit(tx, creditReturn);
}
