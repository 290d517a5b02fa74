import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "../../kernel/db/database.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import { AppError } from "../../kernel/errors.ts";
import type { RefundRequest } from "./port.ts";

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
      throw new AppError("conflict", {
        msg: "The sandbox refuses: there is less left of this payment than that.",
      });
    }
    const refundId = `rfnd_${randomUUID().replaceAll("-", "").slice(0, 14)}`;
    await sql`insert into sandbox.refunds (id, payment_id, amount, idempotency_key, created_at)
      values (${refundId}, ${paymentId}, ${amountPaise}, ${idempotencyKey}, ${now})`.execute(tx);
    return { refundId };
  });
}
