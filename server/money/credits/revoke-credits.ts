import type { Paise } from "@greenroom/contract/kernel/money.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { AppError } from "../../kernel/errors.ts";
import {
  insertGoodwillEntry,
  insertRefundEntry,
  lockAvailableCredits,
  selectPurchasedCredits,
} from "./refund-store.ts";
import { findRevocationProblem } from "./rules.ts";

interface RevocationRequest {
  paymentId: string;
  /** How many credits; `all` means all that were bought and not yet refunded. */
  sessions: number | "all";
  /** Shown in the user's credit history. */
  reason: string;
  now: Date;
}

export interface RevocationResult {
  sessions: number;
  /** The price of exactly the credits that were taken back. */
  valuePaise: Paise;
  /** True if no credit of the purchase is left or spent. */
  isWhole: boolean;
}

/** Takes back credits of a purchase, the last first. Throws `conflict` if fewer are left. */
export async function revokeCredits(
  tx: Tx,
  { paymentId, sessions, reason, now }: RevocationRequest,
): Promise<RevocationResult> {
  const { taken, ...result } = await chooseCredits(tx, { paymentId, sessions });
  for (const { id: creditId, lotId, userId } of taken) {
    await insertRefundEntry(tx, { userId, lotId, creditId, reason, now });
  }
  return result;
}

/**
 * The credits that `revokeCredits` would take, locked until the transaction ends. Throws `conflict` if fewer are
 * left.
 */
export async function planRevocation(
  tx: Tx,
  request: Pick<RevocationRequest, "paymentId" | "sessions">,
): Promise<RevocationResult & { leftSessions: number }> {
  const { taken: _, ...result } = await chooseCredits(tx, request);
  return result;
}

async function chooseCredits(
  tx: Tx,
  { paymentId, sessions }: Pick<RevocationRequest, "paymentId" | "sessions">,
) {
  const available = await lockAvailableCredits(tx, { paymentId });
  const remaining = (await selectPurchasedCredits(tx, paymentId)).filter(
    ({ status }) => status !== "refunded",
  );
  const count = sessions === "all" ? remaining.length : sessions;
  const problem = findRevocationProblem(count, {
    inHand: available.length,
    spent: remaining.length - available.length,
  });
  if (problem !== null) throw new AppError("conflict", { msg: problem });
  const taken = available.slice(0, count);
  return {
    taken,
    sessions: count,
    valuePaise: taken.reduce((sum, { valuePaise }) => sum + valuePaise, 0),
    isWhole: remaining.length === count,
    leftSessions: available.length - count,
  };
}

/**
 * The state and price of each session of a purchase, in the order in which refunds take them. `isBooked` is true for
 * one that is spent on an upcoming interview.
 */
export async function listPurchasedCredits(database: Database, paymentId: string) {
  return await selectPurchasedCredits(database, paymentId);
}

/** Writes a ledger entry for a refund that leaves every session as it is. */
export async function recordGoodwill(
  tx: Tx,
  goodwill: { userId: string; paymentId: string; reason: string; now: Date },
): Promise<void> {
  await insertGoodwillEntry(tx, goodwill);
}
