import type { Paise } from "@greenroom/contract/core/money.ts";
import type { Database, Tx } from "../../db/database.ts";

/** A purchase's credits that are neither spent nor refunded, the last first, locked for this transaction. */
export async function lockAvailableCredits(tx: Tx, paymentId: string) {
  return await tx
    .selectFrom("credits")
    .innerJoin("creditLots as lot", "lot.id", "credits.lotId")
    .select(["credits.id", "credits.lotId", "credits.userId", "credits.valuePaise"])
    .where("lot.paymentId", "=", paymentId)
    .where("credits.status", "=", "available")
    .orderBy("credits.ordinal", "desc")
    .forUpdate("credits")
    .execute();
}

interface RefundEntry {
  userId: string;
  lotId: string;
  creditId: string;
  reason: string;
  now: Date;
}

export async function insertRefundEntry(tx: Tx, { now, ...line }: RefundEntry): Promise<void> {
  await tx
    .insertInto("ledgerEntries")
    .values({ ...line, kind: "refund", delta: -1, createdAt: now })
    .execute();
}

/** The state of a purchase's credits, and the value of the remaining ones. */
export async function selectPurchasedCredits(
  database: Database | Tx,
  paymentId: string,
): Promise<{ status: string; valuePaise: Paise }[]> {
  return await database
    .selectFrom("credits")
    .innerJoin("creditLots as lot", "lot.id", "credits.lotId")
    .select(["credits.status", "credits.valuePaise"])
    .where("lot.paymentId", "=", paymentId)
    .execute();
}
