import type { PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import type { Paise } from "@greenroom/contract/kernel/money.ts";
import { type LedgerEntry, ledgerKinds } from "@greenroom/contract/money/payments.ts";
import { sql } from "kysely";
import type { Actor } from "../../kernel/actor.ts";
import { type Approved, type AuditActor, auditReason, recordAudit } from "../../kernel/audit.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { orderBy, type Page, readPage } from "../../kernel/db/read-lists.ts";
import { lockSubjects } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, conflict } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { findBalance } from "../../people/accounts/profile.ts";

/**
 * Grants credits to a user: a lot, its credits with their share of the price, and the ledger entry. The credits count
 * only once the ledger has their grant. A payment grants credits at most once: a second grant violates
 * `credit_lots_payment_id_key`.
 */
export async function grantCredits(tx: Tx, grant: CreditGrant): Promise<{ lotId: string; balance: number }> {
  const { userId, source, sessions, pricePaise, reason, now } = grant;
  const lotId = newId();
  const paymentId = grant.source === "purchase" ? grant.paymentId : null;
  await tx
    .insertInto("creditLots")
    .values({ id: lotId, userId, source, paymentId, sessions, pricePaise, grantedAt: now })
    .execute();
  const credits = splitPrice(pricePaise, sessions).map((valuePaise, index) => {
    return { id: newId(), lotId, userId, ordinal: index + 1, valuePaise, grantedAt: now };
  });
  await tx.insertInto("credits").values(credits).execute();
  const { balanceAfter } = await tx
    .insertInto("ledgerEntries")
    .values({ userId, kind: "grant", delta: sessions, lotId, reason, createdAt: now })
    .returning("balanceAfter")
    .executeTakeFirstOrThrow();
  return { lotId, balance: balanceAfter };
}

type CreditGrant = ({ source: "purchase"; paymentId: string } | { source: "remedy" | "gift" }) & {
  userId: string;
  /** How many credits; at least one. */
  sessions: number;
  /** The total price; 0 for a gift. */
  pricePaise: Paise;
  /** Shown in the user's credit history. */
  reason: string;
  now: Date;
};

/**
 * Splits the price of a purchase over its credits, to the paisa. Credit i is worth the price of the first i
 * credits less that of the first i − 1, so the parts differ by at most a paisa and add up to the price.
 */
export function splitPrice(pricePaise: Paise, sessions: number): Paise[] {
  const costOfFirst = (count: number) => Math.floor((pricePaise * count) / sessions);
  return Array.from({ length: sessions }, (_, index) => costOfFirst(index + 1) - costOfFirst(index));
}

interface NewGift {
  user: { id: string; role: string };
  sessions: number;
  /** Shown in the user's credit history. */
  reason: string;
  actor: AuditActor;
  /** Set if the number required a second operator. */
  approved?: Approved;
}

/** Gives an interviewee free credits. Throws `conflict` for an interviewer, who cannot book. */
export async function giveCredits(
  deps: Pick<Deps, "clock">,
  tx: Tx,
  { user, sessions, reason, actor, approved }: NewGift,
): Promise<{ balance: number; lotId: string }> {
  if (user.role === "interviewer") {
    throw conflict("This is an interviewer, who has no sessions to book.");
  }
  const now = deps.clock.now();
  const gift = { userId: user.id, source: "gift" as const, sessions, pricePaise: 0, reason, now };
  const { balance, lotId } = await grantCredits(tx, gift);
  const subject = `user:${user.id}`;
  const details = { sessions, lotId, ...auditReason(reason, approved) };
  await recordAudit(tx, { actor, action: "credits.granted", subject, details, now });
  return { balance, lotId };
}

/** A gift, with its credits that can be taken back. */
export interface Gift {
  lotId: string;
  userId: string;
  sessions: number;
  left: readonly { id: string }[];
}

/** A gift, locked until the transaction ends. Throws `not_found`, also for a lot that was bought. */
export async function lockGift(tx: Tx, lotId: string): Promise<Gift> {
  const gift = await tx
    .selectFrom("creditLots")
    .select(["id as lotId", "userId", "sessions"])
    .where("id", "=", lotId)
    .where("source", "=", "gift")
    .executeTakeFirst();
  if (gift === undefined)
    throw new AppError("not_found", { msg: "Only granted sessions can be taken back." });
  // Bookings of the same person wait, so that the preview and the entries agree.
  await lockSubjects(tx, [gift.userId]);
  return { ...gift, left: await lockAvailableCredits(tx, { lotId }) };
}

interface TakeBack {
  actor: AuditActor;
  /** Shown in the user's credit history. */
  reason: string;
  now: Date;
}

/** Takes back the credits of a locked gift that are left, each with an entry of the ledger. */
export async function takeBackGift(
  tx: Tx,
  { lotId, userId, left }: Gift,
  { actor, reason, now }: TakeBack,
): Promise<{ balance: number }> {
  for (const { id: creditId } of left) {
    await insertRefundEntry(tx, { userId, lotId, creditId, reason, now });
  }
  const subject = `user:${userId}`;
  const details = { sessions: left.length, reason, lotId };
  await recordAudit(tx, { actor, action: "credits.taken-back", subject, details, now });
  return { balance: await findBalance(tx, userId) };
}

/** A lot's credits that are neither spent nor taken back, the last first, locked for this transaction. */
async function lockAvailableCredits(tx: Tx, lot: { paymentId: string } | { lotId: string }) {
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

interface RefundEntry {
  userId: string;
  lotId: string;
  creditId: string;
  reason: string;
  now: Date;
}

async function insertRefundEntry(tx: Tx, { now, ...line }: RefundEntry): Promise<void> {
  await tx
    .insertInto("ledgerEntries")
    .values({ ...line, kind: "refund", delta: -1, createdAt: now })
    .execute();
}

interface Revocation {
  paymentId: string;
  /** How many credits; `all` means all that were bought and not yet refunded. */
  sessions: number | "all";
}

/**
 * Takes back credits of a purchase, the last first; the reason is shown in the user's credit history. Throws as
 * `planRevocation` does.
 */
export async function revokeCredits(
  tx: Tx,
  { reason, now, ...revocation }: Revocation & { reason: string; now: Date },
) {
  const { taken, ...result } = await planRevocation(tx, revocation);
  for (const { id: creditId, lotId, userId } of taken) {
    await insertRefundEntry(tx, { userId, lotId, creditId, reason, now });
  }
  return result;
}

/**
 * The credits that `revokeCredits` would take, locked until the transaction ends, with their price. `isWhole`: no credit
 * of the purchase would be left or spent. Throws `conflict` if fewer are left.
 */
export async function planRevocation(tx: Tx, { paymentId, sessions }: Revocation) {
  const available = await lockAvailableCredits(tx, { paymentId });
  const remaining = (await listPurchasedCredits(tx, paymentId)).filter(({ status }) => status !== "refunded");
  const count = sessions === "all" ? remaining.length : sessions;
  const spent = remaining.length - available.length;
  const problem = findRevocationProblem(sessions, { inHand: available.length, spent });
  if (problem !== null) throw conflict(problem);
  const taken = available.slice(0, count);
  return {
    taken,
    sessions: count,
    valuePaise: taken.reduce((sum, { valuePaise }) => sum + valuePaise, 0),
    isWhole: remaining.length === count,
    leftSessions: available.length - count,
  };
}

/** Explains in a sentence why this many credits, or all, of a purchase cannot be taken back; null if they can. */
export function findRevocationProblem(
  wanted: number | "all",
  { inHand, spent }: { inHand: number; spent: number },
): string | null {
  if (inHand + spent === 0) return "All of its sessions are refunded already.";
  if (wanted === "all" ? spent === 0 : wanted <= inHand) return null;
  if (spent === 0) return `It has only ${inHand} to take back.`;
  const used = `${spent} of its sessions ${spent === 1 ? "is" : "are"} used or booked.`;
  return inHand === 0 ? `${used} None is left.` : `${used} You can take back the other ${inHand}.`;
}

/**
 * The state and price of each session of a purchase, in the order in which refunds take them. `isBooked` is true for
 * one that is spent on an upcoming interview.
 */
export async function listPurchasedCredits(database: Database | Tx, paymentId: string) {
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

/** Writes a ledger entry without a session, for a refund that leaves every session of the purchase as it is. */
export async function recordGoodwill(
  tx: Tx,
  { userId, paymentId, reason, now }: { userId: string; paymentId: string; reason: string; now: Date },
): Promise<void> {
  await sql`
    insert into ledger_entries (user_id, lot_id, kind, delta, reason, created_at)
    select user_id, id, 'refund', 0, ${reason}::text, ${now}::timestamptz
    from credit_lots where payment_id = ${paymentId} and user_id = ${userId}`.execute(tx);
}

/**
 * The credit that a booking was paid with, whether or not it was returned since. `valuePaise` is its price; `source`
 * distinguishes a bought credit from a remedy or a gift (worth 0). Null if none was spent.
 */
export async function findSpentCredit(database: Database, bookingId: string) {
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

/**
 * The number of credits that a user was granted (bought, as a gift, or as a remedy) and that were neither refunded nor
 * taken back. It is the sum of the credits that are left and those that are spent.
 */
export async function countGranted(database: Database, userId: string): Promise<number> {
  const { sessions } = await database
    .selectFrom("credits")
    .select((row) => row.fn.countAll<number>().as("sessions"))
    .where("userId", "=", userId)
    .where("status", "!=", "refunded")
    .executeTakeFirstOrThrow();
  return Number(sessions);
}

export interface CreditReturn {
  /** The owner of the booking. Nothing is returned for any other user. */
  userId: string;
  bookingId: string;
  /** Shown in the user's credit history. */
  reason: string;
  now: Date;
}

/**
 * Returns a booking's credit, once. Null if no credit was spent on it or it was already returned. Never use `on conflict
 * do nothing` here, because the ledger's trigger changes the balance before the conflict is detected.
 */
export async function returnCredit(
  tx: Tx,
  { userId, bookingId, reason, now }: CreditReturn,
): Promise<{ balance: number } | null> {
  const { rows } = await sql<{ balance: number }>`
    insert into ledger_entries (user_id, kind, delta, lot_id, credit_id, booking_id, reason, created_at)
    select spend.user_id, 'return', 1, spend.lot_id, spend.credit_id, spend.booking_id, ${reason}::text, ${now}::timestamptz
    from ledger_entries spend
    where spend.kind = 'spend' and spend.booking_id = ${bookingId} and spend.user_id = ${userId}
      and not exists (select 1 from ledger_entries back where back.kind = 'return' and back.booking_id = spend.booking_id)
    returning balance_after as balance`.execute(tx);
  return rows[0] ?? null;
}

const newestFirst = orderBy("desc", ["number", "entry.id"]);

/** Every credit that this user bought, spent, got back or was refunded, newest first. */
export async function listLedger(
  deps: Pick<Deps, "database">,
  actor: Actor,
  page: PageQuery,
): Promise<Page<LedgerEntry>> {
  const query = deps.database
    .selectFrom("ledgerEntries as entry")
    .innerJoin("creditLots as lot", "lot.id", "entry.lotId")
    .select(["entry.id", "entry.kind", "entry.delta", "entry.balanceAfter", "entry.reason"])
    .select(["entry.bookingId", "entry.createdAt", "lot.source"])
    .where("entry.userId", "=", actor.userId);
  const { rows, next } = await readPage(query, newestFirst, page);
  const entries = rows.map(({ id, delta, balanceAfter, reason, bookingId, createdAt, ...row }) => ({
    _id: String(id),
    kind: kindOf(row),
    delta,
    balance: balanceAfter,
    reason,
    bookingId,
    createdAt: createdAt.toISOString(),
  }));
  return { rows: entries, next };
}

function kindOf({ kind, source }: { kind: string; source: string }): LedgerEntry["kind"] {
  // The ledger has one kind for refunds and for gifts that are taken back.
  if (kind === "refund" && source !== "purchase") return "taken-back";
  const known = ledgerKinds.find((name) => name === kind);
  if (known === undefined) throw new Error(`the ledger has a line of kind ${kind}`);
  return known;
}

/**
 * Replaces what names the person, a regular expression of PostgreSQL, in the reasons of their ledger, their refunds, and
 * the earnings of their interviews. The ledger lets a reason change once the account is closed.
 */
export async function eraseFromReasons(tx: Tx, userId: string, naming: string): Promise<void> {
  await sql`
    update ledger_entries set reason = regexp_replace(reason, ${naming}, 'Deleted user', 'gi')
    where user_id = ${userId} and reason ~* ${naming}`.execute(tx);
  await sql`
    update refunds set reason = regexp_replace(reason, ${naming}, 'Deleted user', 'gi')
    where user_id = ${userId} and reason ~* ${naming}`.execute(tx);
  await sql`
    update earnings set void_reason = regexp_replace(void_reason, ${naming}, 'Deleted user', 'gi')
    where void_reason ~* ${naming} and booking_id in (
      select id from bookings where interviewee_id = ${userId} or interviewer_id = ${userId})`.execute(tx);
}
