import type { Database } from "../../db/database.ts";
import { AppError } from "../../http/errors.ts";
import { listStandingCredits } from "../credits/take-back-credits.ts";
import { selectRefunds } from "./refund-store.ts";
import { findPurchase, selectAllPurchases } from "./store.ts";

/** The newest payments of everybody, or of one person. */
export async function listPayments(database: Database, filter: { userId: string | null; limit: number }) {
  return await selectAllPurchases(database, filter);
}

/** One payment with its sessions and refunds. Throws `not_found`. */
export async function getPayment(database: Database, paymentId: string) {
  const purchase = await findPurchase(database, paymentId);
  if (purchase === null) throw new AppError("not_found", { msg: `There is no payment ${paymentId}.` });
  const credits = await listStandingCredits(database, paymentId);
  return { purchase, credits, refunds: await selectRefunds(database, paymentId) };
}
