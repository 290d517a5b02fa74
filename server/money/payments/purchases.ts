import { idSchema, type PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import { type Paise, rupeesFromPaise } from "@greenroom/contract/kernel/money.ts";
import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import type { Purchase, Receipt } from "@greenroom/contract/money/payments.ts";
import { sql } from "kysely";
import type { Actor } from "../../kernel/actor.ts";
import type { Database } from "../../kernel/db/database.ts";
import { orderBy, type Page, readPage } from "../../kernel/db/read-lists.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { listPurchasedCredits } from "../credits/credits.ts";
import { presentLines } from "../plans/pricing.ts";
import { getBuyer, type PaymentRow, selectPurchaseRows, selectRefunds } from "./store.ts";

const newestFirst = orderBy("desc", ["instant", "payments.capturedAt"], ["id", "payments.id"]);

/** This user's payments with their receipts, newest first. */
export async function listPurchases(
  deps: Pick<Deps, "database">,
  actor: Actor,
  page: PageQuery,
): Promise<Page<Purchase>> {
  const query = selectPurchaseRows(deps.database).where("payments.userId", "=", actor.userId);
  const { rows, next } = await readPage(query, newestFirst, page);
  return { rows: rows.map(presentPurchase), next };
}

/** The receipt of one of this user's payments. Throws `not_found` for other people's payments. */
export async function getReceipt(
  { database, config }: Pick<Deps, "database" | "config">,
  actor: Actor,
  paymentId: string,
): Promise<Receipt> {
  const purchase = await findPurchase(database, paymentId);
  if (purchase?.userId !== actor.userId) {
    throw new AppError("not_found", { msg: "This receipt does not exist." });
  }
  const [payer, refunds] = await Promise.all([
    getBuyer(database, actor.userId),
    selectRefunds(database, paymentId),
  ]);
  const { name, supportEmail } = config.business;
  return {
    ...presentPurchase(purchase),
    seller: { name, supportEmail },
    buyer: presentPayer(payer),
    refunds: refunds.map(({ id, amountPaise, sessions, status, createdAt }) => ({
      _id: id,
      amount: rupeesFromPaise(amountPaise),
      sessions,
      status: status === "done" ? "done" : "pending",
      createdAt: createdAt.toISOString(),
    })),
  };
}

export function presentPayer(payer: { firstName: string; lastName: string; email: string }) {
  return { name: fullName(payer), email: payer.email };
}

function presentPurchase(row: PaymentRow): Purchase {
  return {
    _id: row.id,
    planType: row.planType,
    sessions: row.sessions,
    amount: rupeesFromPaise(row.amountPaise),
    refunded: rupeesFromPaise(row.refundedPaise),
    currency: row.currency,
    lines: presentLines(row.lines),
    status: row.status === "refunded" ? "refunded" : "captured",
    paidAt: row.capturedAt.toISOString(),
    receipt: row.receipt,
    orderId: row.providerOrderId ?? "",
    paymentId: row.providerPaymentId,
  };
}

async function findPurchase(database: Database, paymentId: string) {
  return await selectPurchaseRows(database).where("payments.id", "=", paymentId).executeTakeFirst();
}

/** One payment with its credits and refunds. Throws `not_found`. */
export async function getPayment(database: Database, paymentId: string) {
  const purchase = await findPurchase(database, paymentId);
  if (purchase === undefined) throw new AppError("not_found", { msg: `There is no payment ${paymentId}.` });
  const credits = await listPurchasedCredits(database, paymentId);
  const refunds = await selectRefunds(database, paymentId);
  const refundedPaise = refunds.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
  return { purchase: { ...purchase, refundedPaise }, credits, refunds };
}

/**
 * Finds the payers for a reference: a payment's id (ours or the provider's), the provider's id of an order, or a
 * receipt number.
 */
export async function findBuyers(
  { database, payments }: Pick<Deps, "database" | "payments">,
  reference: string,
): Promise<string[]> {
  const id = idSchema.safeParse(reference);
  const provider = payments.name;
  const lists = id.success
    ? [await database.selectFrom("payments").select("userId").where("id", "=", id.data).execute()]
    : await Promise.all([
        database
          .selectFrom("payments")
          .select("userId")
          .where("provider", "=", provider)
          .where("providerPaymentId", "=", reference)
          .execute(),
        database
          .selectFrom("orders")
          .select("userId")
          .where("provider", "=", provider)
          .where("providerOrderId", "=", reference)
          .execute(),
        database.selectFrom("orders").select("userId").where("receipt", "=", reference).execute(),
      ]);
  return [...new Set(lists.flat().map(({ userId }) => userId))];
}

/** The sum of a user's payments and of their refunds, including refunds on their way. */
export async function sumPayments(
  database: Database,
  userId: string,
): Promise<{ paidPaise: Paise; refundedPaise: Paise }> {
  const { rows } = await sql<{ paidPaise: Paise; refundedPaise: Paise }>`
    select
      (select coalesce(sum(amount_paise), 0) from payments where user_id = ${userId})::int as paid_paise,
      (select coalesce(sum(amount_paise), 0) from refunds where user_id = ${userId})::int as refunded_paise`.execute(
    database,
  );
  return rows[0] ?? { paidPaise: 0, refundedPaise: 0 };
}
