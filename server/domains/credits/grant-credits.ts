import type { Paise } from "@greenroom/contract/money.ts";
import type { Tx } from "../../db/database.ts";
import { splitPrice } from "./rules.ts";
import { insertGrantLine, insertLot, type LotSource } from "./store.ts";

export type CreditGrant = LotSource & {
  userId: string;
  /** How many sessions; at least one. */
  sessions: number;
  /** What all of them cost together; 0 for what is given. */
  pricePaise: Paise;
  /** What the person reads in their ledger. */
  reason: string;
  now: Date;
};

/**
 * Gives a person sessions: a lot, its credits with their share of the price, and the ledger's line. A payment is
 * granted for at most once: a second grant for it violates `credit_lots_payment_id_key`.
 */
export async function grantCredits(tx: Tx, grant: CreditGrant): Promise<{ lotId: string; balance: number }> {
  const { userId, sessions, pricePaise, reason, now } = grant;
  const lotId = await insertLot(tx, { ...grant, values: splitPrice(pricePaise, sessions) });
  const balance = await insertGrantLine(tx, { userId, lotId, sessions, reason, now });
  return { lotId, balance };
}
