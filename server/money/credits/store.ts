import type { Paise } from "@greenroom/contract/kernel/money.ts";
import type { PageQuery } from "@greenroom/contract/kernel/page.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { orderBy, readPage } from "../../kernel/db/keyset.ts";
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
