import type { Paise } from "@greenroom/contract/kernel/money.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../kernel/db/database.ts";

/** A lot's credits that are neither spent nor taken back, the last first, locked for this transaction. */
export async function lockAvailableCredits(tx: Tx, lot: { paymentId: string } | { lotId: string }) {
  return await tx
    .selectFrom("credits")
    .innerJoin("creditLots as lot", "lot.id", "credits.lotId")
    .select(["credits.id", "credits.lotId", "credits.userId", "credits.valuePaise"])
    .where((is) => ("lotId" in lot ? is("lot.id", "=", lot.lotId) : is("lot.paymentId", "=", lot.paymentId)))
    .where("credits.status", "=", "available")
    .orderBy("credits.ordinal", "desc")
    .forUpdate("credits")
    .execute();
}

/** A lot that was given as a gift; undefined for any other. */
export async function findGift(tx: Tx, lotId: string) {
  return await tx
    .selectFrom("creditLots")
    .select(["id as lotId", "userId", "sessions"])
    .where("id", "=", lotId)
    .where("source", "=", "gift")
    .executeTakeFirst();
}

interface RefundEntry {
  userId: string;
  lotId: string;
  creditId: string;
  reason: string;
  now: Date;
}

export async function insertRefundEntry(tx: Tx, { now, ...line }: RefundEntry): Promise<void> {
  await tx
    .insertInto("ledgerEntries")
    .values({ ...line, kind: "refund", delta: -1, createdAt: now })
    .execute();
}

/** Writes a ledger entry without a session, for a refund that leaves the purchase's sessions as they are. */
export async function insertGoodwillEntry(
  tx: Tx,
  { userId, paymentId, reason, now }: { userId: string; paymentId: string; reason: string; now: Date },
): Promise<void> {
  await tx
    .insertInto("ledgerEntries")
    .columns(["userId", "lotId", "kind", "delta", "reason", "createdAt"])
    .expression((from) =>
      from
        .selectFrom("creditLots")
        .select(["userId", "id"])
        .select([
          sql<string>`'refund'`.as("kind"),
          sql<number>`0`.as("delta"),
          sql<string>`${reason}`.as("reason"),
          sql<Date>`${now}::timestamptz`.as("createdAt"),
        ])
        .where("paymentId", "=", paymentId)
        .where("userId", "=", userId),
    )
    .execute();
}

/** The sessions of a purchase, in the order in which refunds take them. */
export async function selectPurchasedCredits(database: Database | Tx, paymentId: string) {
  const { rows } = await sql<{ status: string; valuePaise: Paise; isBooked: boolean }>`
    select credit.status, credit.value_paise, credit.status = 'spent' and exists (
        select from ledger_entries line join bookings booking on booking.id = line.booking_id
          where line.user_id = credit.user_id and line.credit_id = credit.id and line.kind = 'spend'
            and booking.status = 'pending'
      ) as is_booked
    from credits credit join credit_lots lot on lot.id = credit.lot_id
    where lot.payment_id = ${paymentId} order by credit.ordinal desc`.execute(database);
  return rows;
}
