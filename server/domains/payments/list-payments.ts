import type { Database } from "../../db/database.ts";
import { AppError } from "../../http/errors.ts";
import { listStandingCredits } from "../credits/take-back-credits.ts";
import { selectRefunds, sumRefunds } from "./refund-store.ts";
import { findPurchase, selectAllPurchases } from "./store.ts";

/** The newest payments of everybody, or of one person, each with what was given back of it. */
export async function listPayments(database: Database, filter: { userId: string | null; limit: number }) {
  const purchases = await selectAllPurchases(database, filter);
  const refunded = await sumRefunds(
    database,
    purchases.map(({ id }) => id),
  );
  return purchases.map((purchase) => ({ ...purchase, refundedPaise: refunded.get(purchase.id) ?? 0 }));
}

/** One payment with its sessions and refunds. Throws `not_found`. */
export async function getPayment(database: Database, paymentId: string) {
  const purchase = await findPurchase(database, paymentId);
  if (purchase === null) throw new AppError("not_found", { msg: `There is no payment ${paymentId}.` });
  const credits = await listStandingCredits(database, paymentId);
  const refunds = await selectRefunds(database, paymentId);
  const refundedPaise = refunds.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
  return { purchase: { ...purchase, refundedPaise }, credits, refunds };
}
