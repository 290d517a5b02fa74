import type { PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import type { Paise } from "@greenroom/contract/kernel/money.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { orderBy, readPage } from "../../kernel/db/read-lists.ts";
import { newId } from "../../kernel/ids.ts";

/** The origin of a lot: bought, given as a remedy, or given as a gift. */
export type LotSource = { source: "purchase"; paymentId: string } | { source: "remedy" | "gift" };

export type NewLot = LotSource & { userId: string; pricePaise: Paise; values: Paise[]; now: Date };

/** Inserts a lot and its credits, worth `values`. The credits count only once the ledger has their grant. */
export async function insertLot(tx: Tx, lot: NewLot): Promise<string> {
  const lotId = newId();
  await tx
    .insertInto("creditLots")
    .values({
      id: lotId,
      userId: lot.userId,
      source: lot.source,
      paymentId: lot.source === "purchase" ? lot.paymentId : null,
      sessions: lot.values.length,
      pricePaise: lot.values.reduce((sum, value) => sum + value, 0),
      grantedAt: lot.now,
    })
    .execute();
  await tx
    .insertInto("credits")
    .values(
      lot.values.map((valuePaise, index) => ({
        id: newId(),
        lotId,
        userId: lot.userId,
        ordinal: index + 1,
        valuePaise,
        grantedAt: lot.now,
      })),
    )
    .execute();
  return lotId;
}

interface GrantEntry {
  userId: string;
  lotId: string;
  sessions: number;
  reason: string;
  now: Date;
}

/** Inserts the entry of a grant; returns the balance after it. */
export async function insertGrantEntry(tx: Tx, entry: GrantEntry): Promise<number> {
  const { balanceAfter } = await tx
    .insertInto("ledgerEntries")
    .values({
      userId: entry.userId,
      kind: "grant",
      delta: entry.sessions,
      lotId: entry.lotId,
      reason: entry.reason,
      createdAt: entry.now,
    })
    .returning("balanceAfter")
    .executeTakeFirstOrThrow();
  return balanceAfter;
}

interface BookingEntry {
  userId: string;
  bookingId: string;
  reason: string;
  now: Date;
}

/**
 * Returns a booking's credit and inserts the ledger entry; null if none was spent or it was already returned. Never
 * use `on conflict do nothing` here, because the ledger's trigger changes the balance before the conflict is
 * detected.
 */
export async function returnSpentCredit(tx: Tx, entry: BookingEntry): Promise<{ balance: number } | null> {
  const { rows } = await sql<{ balance: number }>`
    insert into ledger_entries (user_id, kind, delta, lot_id, credit_id, booking_id, reason, created_at)
    select spend.user_id, 'return', 1, spend.lot_id, spend.credit_id, spend.booking_id, ${entry.reason}::text, ${entry.now}::timestamptz
    from ledger_entries spend
    where spend.kind = 'spend' and spend.booking_id = ${entry.bookingId} and spend.user_id = ${entry.userId}
      and not exists (select 1 from ledger_entries back where back.kind = 'return' and back.booking_id = spend.booking_id)
    returning balance_after as balance`.execute(tx);
  return rows[0] ?? null;
}

/** The credit of a booking's spend entry, whether or not it was returned since. */
export async function selectSpentCredit(database: Database, bookingId: string) {
  const row = await database
    .selectFrom("ledgerEntries as line")
    .innerJoin("credits", "credits.id", "line.creditId")
    .innerJoin("creditLots as lot", "lot.id", "line.lotId")
    .select(["credits.id as creditId", "credits.valuePaise", "lot.source"])
    .where("line.kind", "=", "spend")
    .where("line.bookingId", "=", bookingId)
    .executeTakeFirst();
  return row ?? null;
}

const newestFirst = orderBy("desc", ["number", "entry.id"]);

/** A user's ledger, newest first. */
export function selectLedger(database: Database, userId: string, page: PageQuery) {
  const query = database
    .selectFrom("ledgerEntries as entry")
    .innerJoin("creditLots as lot", "lot.id", "entry.lotId")
    .select(["entry.id", "entry.kind", "entry.delta", "entry.balanceAfter", "entry.reason"])
    .select(["entry.bookingId", "entry.createdAt", "lot.source"])
    .where("entry.userId", "=", userId);
  return readPage(query, newestFirst, page);
}

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
