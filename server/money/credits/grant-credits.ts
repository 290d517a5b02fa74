import type { Paise } from "@greenroom/contract/kernel/money.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { splitPrice } from "./rules.ts";
import { insertGrantEntry, insertLot, type LotSource } from "./store.ts";

export type CreditGrant = LotSource & {
  userId: string;
  /** How many credits; at least one. */
  sessions: number;
  /** The total price; 0 for a gift. */
  pricePaise: Paise;
  /** Shown in the user's credit history. */
  reason: string;
  now: Date;
};

/**
 * Grants credits to a user: a lot, its credits with their share of the price, and the ledger entry. A payment
 * grants credits at most once: a second grant violates `credit_lots_payment_id_key`.
 */
export async function grantCredits(tx: Tx, grant: CreditGrant): Promise<{ lotId: string; balance: number }> {
  const { userId, sessions, pricePaise, reason, now } = grant;
  const lotId = await insertLot(tx, { ...grant, values: splitPrice(pricePaise, sessions) });
  const balance = await insertGrantEntry(tx, { userId, lotId, sessions, reason, now });
  return { lotId, balance };
}
