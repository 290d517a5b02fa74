import { sql } from "kysely";
import type { Database } from "../../../kernel/db/database.ts";
import type { Waiting, WaitingFilter } from "../../../kernel/db/waiting.ts";

interface RefusedRefund extends Waiting {
  paymentId: string;
  userId: string;
  amountPaise: number;
  /** The provider's message. */
  refusal: string;
}

/** Refunds whose money the payment provider refuses to send. */
export async function listRefusedRefunds(
  database: Database,
  { limit, matches }: WaitingFilter,
): Promise<RefusedRefund[]> {
  const { rows } = await sql<RefusedRefund>`
    select id as subject, refused_at as since, payment_id, user_id, amount_paise, refusal from refunds
    where refusal is not null and ${matches(sql`id::text`, sql`refused_at`)}
    order by refused_at limit ${limit}`.execute(database);
  return rows;
}
