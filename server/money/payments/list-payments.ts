import type { Database } from "../../kernel/db/database.ts";
import { AppError } from "../../kernel/errors.ts";
import { listPurchasedCredits } from "../credits/revoke-credits.ts";
import { selectRefunds } from "./refunds/refund-store.ts";
import { findPurchase } from "./store.ts";

/** One payment with its credits and refunds. Throws `not_found`. */
export async function getPayment(database: Database, paymentId: string) {
  const purchase = await findPurchase(database, paymentId);
  if (purchase === null) throw new AppError("not_found", { msg: `There is no payment ${paymentId}.` });
  const credits = await listPurchasedCredits(database, paymentId);
  const refunds = await selectRefunds(database, paymentId);
  const refundedPaise = refunds.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
  return { purchase: { ...purchase, refundedPaise }, credits, refunds };
}
