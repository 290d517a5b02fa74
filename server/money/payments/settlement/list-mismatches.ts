import { sql } from "kysely";
import type { Database } from "../../../kernel/db/database.ts";
import type { Waiting, WaitingFilter } from "../../../kernel/db/waiting.ts";

interface Mismatch extends Waiting {
  userId: string;
  providerPaymentId: string;
  expectedPaise: number;
  /** In the smallest unit of `currency`. */
  amountPaise: number;
  currency: string;
}

/** Captured payments with another amount than their order's, for which nothing was granted, by audit entry. */
export async function listMismatches(
  database: Database,
  { limit, matches }: WaitingFilter,
): Promise<Mismatch[]> {
  const { rows } = await sql<Mismatch>`
    select line.id::text as subject, line.created_at as since, orders.user_id, line.details->>'providerPaymentId' as provider_payment_id,
      (line.details->>'expectedPaise')::int as expected_paise, (line.details->>'amountPaise')::int as amount_paise,
      line.details->>'currency' as currency
    from audit_log line join orders on orders.id = (line.details->>'orderId')::uuid
    where line.action = 'payment.mismatch' and ${matches(sql`line.id::text`, sql`line.created_at`)}
    order by line.created_at limit ${limit}`.execute(database);
  return rows;
}
