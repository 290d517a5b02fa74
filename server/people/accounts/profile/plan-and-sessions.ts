import type { PlanType } from "@greenroom/contract/money/plans.ts";
import type { Database, Tx } from "../../../kernel/db/database.ts";

/* What an account has bought, as its owner sees it. Only the money area writes these tables. */

/** The user's remaining credits; 0 for a user who never had any. */
export async function findBalance(database: Database | Tx, userId: string): Promise<number> {
  const account = await database
    .selectFrom("creditAccounts")
    .select("balance")
    .where("userId", "=", userId)
    .executeTakeFirst();
  return account?.balance ?? 0;
}

/** The remaining credits by plan, starting with the plan whose credit is spent next. */
export function findSessionsByPlan(database: Database | Tx, userId: string) {
  return database
    .selectFrom("credits")
    .innerJoin("creditLots as lot", "lot.id", "credits.lotId")
    .leftJoin("payments", "payments.id", "lot.paymentId")
    .leftJoin("orders", "orders.id", "payments.orderId")
    .leftJoin("quotes", "quotes.id", "orders.quoteId")
    .select(({ fn }) => ["quotes.planType", fn.countAll<number>().as("sessions")])
    .where("credits.userId", "=", userId)
    .where("credits.status", "=", "available")
    .groupBy("quotes.planType")
    .orderBy(({ fn }) => fn.min("credits.grantedAt"))
    .execute();
}

/** The plan of the last captured payment that was not refunded. */
export async function findCurrentPlan(database: Database | Tx, userId: string): Promise<PlanType | null> {
  const row = await database
    .selectFrom("payments")
    .innerJoin("orders", "orders.id", "payments.orderId")
    .innerJoin("quotes", "quotes.id", "orders.quoteId")
    .select("quotes.planType")
    .where("payments.userId", "=", userId)
    .where("payments.status", "=", "captured")
    .orderBy("payments.capturedAt", "desc")
    .orderBy("payments.id", "desc")
    .executeTakeFirst();
  return row?.planType ?? null;
}
