import type { PageQuery } from "@greenroom/contract/core/page.ts";
import { AppError } from "../../core/errors.ts";
import type { Database } from "../../db/database.ts";
import { listPurchasedCredits } from "../credits/revoke-credits.ts";
import { selectRefunds, sumRefunds } from "./refunds/refund-store.ts";
import { findPurchase, selectPurchases } from "./store.ts";

/** The newest payments of all users or of one user, each with its refunds. */
export async function listPayments(database: Database, userId: string | null, page: PageQuery) {
  const { rows: purchases, next } = await selectPurchases(database, userId, page);
  const refunded = await sumRefunds(
    database,
    purchases.map(({ id }) => id),
  );
  const rows = purchases.map((purchase) => ({ ...purchase, refundedPaise: refunded.get(purchase.id) ?? 0 }));
  return { rows, next };
}

/** One payment with its credits and refunds. Throws `not_found`. */
export async function getPayment(database: Database, paymentId: string) {
  const purchase = await findPurchase(database, paymentId);
  if (purchase === null) throw new AppError("not_found", { msg: `There is no payment ${paymentId}.` });
  const credits = await listPurchasedCredits(database, paymentId);
  const refunds = await selectRefunds(database, paymentId);
  const refundedPaise = refunds.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
  return { purchase: { ...purchase, refundedPaise }, credits, refunds };
}
