import type { Paise } from "@greenroom/contract/money.ts";
import type { Database, Tx } from "../../db/database.ts";
import { AppError } from "../../http/errors.ts";
import { insertRefundLine, lockAvailableCredits, selectPurchasedCredits } from "./refund-store.ts";
import { takeBackProblem } from "./rules.ts";

interface TakingBack {
  paymentId: string;
  /** How many sessions; `all` is every one that was bought and not refunded yet. */
  sessions: number | "all";
  /** What the person reads in their ledger. */
  reason: string;
  now: Date;
}

export interface TakenBack {
  sessions: number;
  /** What the very sessions that were taken were sold for. */
  valuePaise: Paise;
  /** True when no session of the purchase is left in hand or spent. */
  isWhole: boolean;
}

/** Takes sessions of a purchase back, the last first. Throws `conflict` when so many are not in hand. */
export async function takeBackCredits(
  tx: Tx,
  { paymentId, sessions, reason, now }: TakingBack,
): Promise<TakenBack> {
  const available = await lockAvailableCredits(tx, paymentId);
  const standing = (await selectPurchasedCredits(tx, paymentId)).filter(
    ({ status }) => status !== "refunded",
  );
  const count = sessions === "all" ? standing.length : sessions;
  const problem = takeBackProblem(count, {
    inHand: available.length,
    spent: standing.length - available.length,
  });
  if (problem !== null) throw new AppError("conflict", { msg: problem });
  const taken = available.slice(0, count);
  for (const { id: creditId, lotId, userId } of taken) {
    await insertRefundLine(tx, { userId, lotId, creditId, reason, now });
  }
  return {
    sessions: count,
    valuePaise: taken.reduce((sum, { valuePaise }) => sum + valuePaise, 0),
    isWhole: standing.length === count,
  };
}

/** How each session of a purchase stands, and what it was sold for. */
export async function listStandingCredits(database: Database, paymentId: string) {
  return await selectPurchasedCredits(database, paymentId);
}
