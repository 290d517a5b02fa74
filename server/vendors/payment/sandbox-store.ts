import { randomInt, randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import { conflict } from "../../kernel/errors.ts";
import type { RefundRequest } from "./port.ts";

/* The sandbox's own books, in a separate schema and in plain SQL. As with an external provider, none of
   our tables may refer to them. */

export interface SandboxOrder {
  id: string;
  /** Paise. */
  amount: number;
  currency: string;
  receipt: string;
  status: "created" | "attempted" | "paid";
}

export interface SandboxPayment {
  id: string;
  orderId: string;
  /** Paise. */
  amount: number;
  currency: string;
  status: "captured" | "failed";
  createdAt: Date;
}

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** An id in Razorpay's form: a prefix and 14 letters or digits. */
export function sandboxId(prefix: "order" | "pay"): string {
  const tail = Array.from({ length: 14 }, () => alphabet[randomInt(alphabet.length)]).join("");
  return `${prefix}_${tail}`;
}

export async function insertSandboxOrder(
  database: Database,
  order: Omit<SandboxOrder, "status"> & { now: Date },
): Promise<void> {
  const { id, amount, currency, receipt, now } = order;
  await sql`insert into sandbox.orders (id, amount, currency, receipt, created_at)
    values (${id}, ${amount}, ${currency}, ${receipt}, ${now})`.execute(database);
}

/** The order, locked for this transaction, so that it is paid once however often the button is clicked. */
export async function lockSandboxOrder(tx: Tx, id: string): Promise<SandboxOrder | null> {
  const { rows } = await sql<SandboxOrder>`
    select id, amount, currency, receipt, status from sandbox.orders where id = ${id} for update`.execute(tx);
  return rows[0] ?? null;
}

export async function setSandboxOrderStatus(
  tx: Tx,
  id: string,
  status: SandboxOrder["status"],
): Promise<void> {
  await sql`update sandbox.orders set status = ${status} where id = ${id}`.execute(tx);
}

export async function insertSandboxPayment(tx: Tx, payment: Omit<SandboxPayment, "currency">): Promise<void> {
  const { id, orderId, amount, status, createdAt } = payment;
  await sql`insert into sandbox.payments (id, order_id, amount, status, created_at)
    values (${id}, ${orderId}, ${amount}, ${status}, ${createdAt})`.execute(tx);
}

const paymentColumns = sql`payments.id, order_id, payments.amount, currency, payments.status, payments.created_at
  from sandbox.payments join sandbox.orders on orders.id = order_id`;

export async function getSandboxPayment(database: Database, id: string): Promise<SandboxPayment> {
  const { rows } = await sql<SandboxPayment>`
    select ${paymentColumns} where payments.id = ${id}`.execute(database);
  if (rows[0] === undefined) throw new Error(`the sandbox has no payment ${id}`);
  return rows[0];
}

/** The payment that paid an order; null if it is unpaid. */
export async function findCapturedPayment(
  database: Database,
  orderId: string,
): Promise<SandboxPayment | null> {
  const { rows } = await sql<SandboxPayment>`
    select ${paymentColumns} where order_id = ${orderId} and payments.status = 'captured'`.execute(database);
  return rows[0] ?? null;
}

/** Every payment attempt of an order, oldest first. */
export async function selectSandboxPayments(database: Database, orderId: string): Promise<SandboxPayment[]> {
  const { rows } = await sql<SandboxPayment>`
    select ${paymentColumns} where order_id = ${orderId} order by payments.created_at`.execute(database);
  return rows;
}

/**
 * Refunds sandbox money, once per key and never more than was paid. Throws `conflict` as the provider does.
 */
export async function refundSandboxPayment(
  database: Database,
  { paymentId, amountPaise, idempotencyKey, now }: RefundRequest & { now: Date },
): Promise<{ refundId: string }> {
  return await inTransaction(database, async (tx) => {
    const { rows: payments } = await sql<{ amount: number }>`
      select amount from sandbox.payments where id = ${paymentId} and status = 'captured' for update`.execute(
      tx,
    );
    const { rows: refunds } = await sql<{ id: string; amount: number; idempotencyKey: string }>`
      select id, amount, idempotency_key from sandbox.refunds where payment_id = ${paymentId}`.execute(tx);
    const earlier = refunds.find((refund) => refund.idempotencyKey === idempotencyKey);
    if (earlier !== undefined) return { refundId: earlier.id };
    const refunded = refunds.reduce((sum, { amount }) => sum + amount, 0);
    if (payments[0] === undefined || refunded + amountPaise > payments[0].amount) {
      throw conflict("The sandbox refuses: there is less left of this payment than that.");
    }
    const refundId = `rfnd_${randomUUID().replaceAll("-", "").slice(0, 14)}`;
    await sql`insert into sandbox.refunds (id, payment_id, amount, idempotency_key, created_at)
      values (${refundId}, ${paymentId}, ${amountPaise}, ${idempotencyKey}, ${now})`.execute(tx);
    return { refundId };
  });
}
