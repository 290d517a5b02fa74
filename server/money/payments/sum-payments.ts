import type { Paise } from "@greenroom/contract/kernel/money.ts";
import { sql } from "kysely";
import type { Database } from "../../kernel/db/database.ts";

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
