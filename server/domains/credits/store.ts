import type { Paise } from "@greenroom/contract/money.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../db/database.ts";
import { newId } from "../../db/ids.ts";

/** Where a lot came from: bought, given back as a remedy, or given as a present. */
export type LotSource = { source: "purchase"; paymentId: string } | { source: "remedy" | "gift" };

export type NewLot = LotSource & { userId: string; pricePaise: Paise; values: Paise[]; now: Date };

/** Writes a lot and one credit a session, worth `values`. The credits count only once the ledger has their grant. */
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

interface GrantLine {
  userId: string;
  lotId: string;
  sessions: number;
  reason: string;
  now: Date;
}

/** Writes the grant's line; answers the balance after it. */
export async function insertGrantLine(tx: Tx, line: GrantLine): Promise<number> {
  const { balanceAfter } = await tx
    .insertInto("ledgerEntries")
    .values({
      userId: line.userId,
      kind: "grant",
      delta: line.sessions,
      lotId: line.lotId,
      reason: line.reason,
      createdAt: line.now,
    })
    .returning("balanceAfter")
    .executeTakeFirstOrThrow();
  return balanceAfter;
}

interface BookingLine {
  userId: string;
  bookingId: string;
  reason: string;
  now: Date;
}

export interface SpentCredit {
  creditId: string;
  /** What this very session was sold for. */
  valuePaise: Paise;
  balance: number;
}

/**
 * Takes the oldest credit in hand and writes its line, in one statement (booking's hot path). A credit that another
 * transaction holds is passed over: waiting for it would end in an empty hand although there are others.
 */
export async function spendOldestCredit(tx: Tx, line: BookingLine): Promise<SpentCredit | null> {
  const { rows } = await sql<SpentCredit>`
    with credit as (
      select id, lot_id, value_paise from credits
      where user_id = ${line.userId} and status = 'available'
      order by granted_at, lot_id, ordinal
      limit 1 for update skip locked
    ), line as (
      insert into ledger_entries (user_id, kind, delta, lot_id, credit_id, booking_id, reason, created_at)
      select ${line.userId}::uuid, 'spend', -1, lot_id, id, ${line.bookingId}::uuid, ${line.reason}::text, ${line.now}::timestamptz
      from credit
      returning balance_after
    )
    select credit.id as credit_id, credit.value_paise, line.balance_after as balance from credit, line`.execute(
    tx,
  );
  return rows[0] ?? null;
}

/**
 * Puts a booking's credit back and writes its line; null when nothing was spent on it or it is back already.
 * Never `on conflict do nothing` here: the ledger's trigger moves the balance before the conflict is seen.
 */
export async function returnSpentCredit(tx: Tx, line: BookingLine): Promise<{ balance: number } | null> {
  const { rows } = await sql<{ balance: number }>`
    insert into ledger_entries (user_id, kind, delta, lot_id, credit_id, booking_id, reason, created_at)
    select spend.user_id, 'return', 1, spend.lot_id, spend.credit_id, spend.booking_id, ${line.reason}::text, ${line.now}::timestamptz
    from ledger_entries spend
    where spend.kind = 'spend' and spend.booking_id = ${line.bookingId} and spend.user_id = ${line.userId}
      and not exists (select 1 from ledger_entries back where back.kind = 'return' and back.booking_id = spend.booking_id)
    returning balance_after as balance`.execute(tx);
  return rows[0] ?? null;
}

/** Sessions in hand. */
export async function selectBalance(database: Database | Tx, userId: string): Promise<number> {
  const account = await database
    .selectFrom("creditAccounts")
    .select("balance")
    .where("userId", "=", userId)
    .executeTakeFirst();
  return account?.balance ?? 0;
}

/** The credit on a booking's spend line, whether or not it was returned since. */
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

/** A person's ledger, newest first. */
export function selectLedger(database: Database, userId: string) {
  return database
    .selectFrom("ledgerEntries")
    .select(["id", "kind", "delta", "balanceAfter", "reason", "bookingId", "createdAt"])
    .where("userId", "=", userId)
    .orderBy("id", "desc")
    .execute();
}
