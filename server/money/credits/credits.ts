import type { PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import type { Paise } from "@greenroom/contract/kernel/money.ts";
import { type LedgerEntry, ledgerKinds } from "@greenroom/contract/money/payments.ts";
import { sql } from "kysely";
import type { Actor } from "../../kernel/actor.ts";
import { type Approved, type AuditActor, auditReason, recordAudit } from "../../kernel/audit.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import type { Page } from "../../kernel/db/read-lists.ts";
import { inTransaction, lockSubjects } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { findBalance } from "../../people/accounts/profile.ts";
import {
  findGift,
  insertGoodwillEntry,
  insertGrantEntry,
  insertLot,
  insertRefundEntry,
  type LotSource,
  lockAvailableCredits,
  returnSpentCredit,
  selectLedger,
  selectPurchasedCredits,
  selectSpentCredit,
} from "./store.ts";

export type CreditGrant = LotSource & {
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
 * Grants credits to a user: a lot, its credits with their share of the price, and the ledger entry. A payment
 * grants credits at most once: a second grant violates `credit_lots_payment_id_key`.
 */
export async function grantCredits(tx: Tx, grant: CreditGrant): Promise<{ lotId: string; balance: number }> {
  const { userId, sessions, pricePaise, reason, now } = grant;
  const lotId = await insertLot(tx, { ...grant, values: splitPrice(pricePaise, sessions) });
  const balance = await insertGrantEntry(tx, { userId, lotId, sessions, reason, now });
  return { lotId, balance };
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
  deps: Pick<Deps, "database" | "clock">,
  gift: NewGift,
): Promise<{ balance: number }> {
  return await inTransaction(deps.database, (tx) => giveCreditsInTransaction(deps, tx, gift));
}

/** Does the same within the caller's transaction. */
export async function giveCreditsInTransaction(
  deps: Pick<Deps, "clock">,
  tx: Tx,
  { user, sessions, reason, actor, approved }: NewGift,
): Promise<{ balance: number; lotId: string }> {
  if (user.role === "interviewer") {
    throw new AppError("conflict", { msg: "This is an interviewer, who has no sessions to book." });
  }
  const now = deps.clock.now();
  const { balance, lotId } = await grantCredits(tx, {
    userId: user.id,
    source: "gift",
    sessions,
    pricePaise: 0,
    reason,
    now,
  });
  await recordAudit(tx, {
    actor,
    action: "credits.granted",
    subject: `user:${user.id}`,
    details: { sessions, lotId, ...auditReason(reason, approved) },
    now,
  });
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
  const gift = await findGift(tx, lotId);
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
  await recordAudit(tx, {
    actor,
    action: "credits.taken-back",
    subject: `user:${userId}`,
    details: { sessions: left.length, reason, lotId },
    now,
  });
  return { balance: await findBalance(tx, userId) };
}

interface RevocationRequest {
  paymentId: string;
  /** How many credits; `all` means all that were bought and not yet refunded. */
  sessions: number | "all";
  /** Shown in the user's credit history. */
  reason: string;
  now: Date;
}

export interface RevocationResult {
  sessions: number;
  /** The price of exactly the credits that were taken back. */
  valuePaise: Paise;
  /** True if no credit of the purchase is left or spent. */
  isWhole: boolean;
}

/** Takes back credits of a purchase, the last first. Throws `conflict` if fewer are left. */
export async function revokeCredits(
  tx: Tx,
  { paymentId, sessions, reason, now }: RevocationRequest,
): Promise<RevocationResult> {
  const { taken, ...result } = await chooseCredits(tx, { paymentId, sessions });
  for (const { id: creditId, lotId, userId } of taken) {
    await insertRefundEntry(tx, { userId, lotId, creditId, reason, now });
  }
  return result;
}

/**
 * The credits that `revokeCredits` would take, locked until the transaction ends. Throws `conflict` if fewer are
 * left.
 */
export async function planRevocation(
  tx: Tx,
  request: Pick<RevocationRequest, "paymentId" | "sessions">,
): Promise<RevocationResult & { leftSessions: number }> {
  const { taken: _, ...result } = await chooseCredits(tx, request);
  return result;
}

async function chooseCredits(
  tx: Tx,
  { paymentId, sessions }: Pick<RevocationRequest, "paymentId" | "sessions">,
) {
  const available = await lockAvailableCredits(tx, { paymentId });
  const remaining = (await selectPurchasedCredits(tx, paymentId)).filter(
    ({ status }) => status !== "refunded",
  );
  const count = sessions === "all" ? remaining.length : sessions;
  const problem = findRevocationProblem(count, {
    inHand: available.length,
    spent: remaining.length - available.length,
  });
  if (problem !== null) throw new AppError("conflict", { msg: problem });
  const taken = available.slice(0, count);
  return {
    taken,
    sessions: count,
    valuePaise: taken.reduce((sum, { valuePaise }) => sum + valuePaise, 0),
    isWhole: remaining.length === count,
    leftSessions: available.length - count,
  };
}

/**
 * The state and price of each session of a purchase, in the order in which refunds take them. `isBooked` is true for
 * one that is spent on an upcoming interview.
 */
export async function listPurchasedCredits(database: Database, paymentId: string) {
  return await selectPurchasedCredits(database, paymentId);
}

/** Writes a ledger entry for a refund that leaves every session as it is. */
export async function recordGoodwill(
  tx: Tx,
  goodwill: { userId: string; paymentId: string; reason: string; now: Date },
): Promise<void> {
  await insertGoodwillEntry(tx, goodwill);
}

/**
 * Splits the price of a purchase over its credits, to the paisa. Credit i is worth the price of the first i
 * credits less that of the first i − 1, so the parts differ by at most a paisa and add up to the price.
 */
export function splitPrice(pricePaise: Paise, sessions: number): Paise[] {
  const costOfFirst = (count: number) => Math.floor((pricePaise * count) / sessions);
  return Array.from({ length: sessions }, (_, index) => costOfFirst(index + 1) - costOfFirst(index));
}

/** Explains in a sentence why this many credits of a purchase cannot be taken back; null if they can. */
export function findRevocationProblem(
  wanted: number,
  { inHand, spent }: { inHand: number; spent: number },
): string | null {
  if (inHand + spent === 0) return "All of its sessions are refunded already.";
  if (wanted <= inHand) return null;
  const left = inHand === 0 ? "None" : inHand;
  return `${left} of its sessions can be taken back: ${spent} ${spent === 1 ? "is" : "are"} spent or booked.`;
}

/** Why not all sessions of a purchase can be taken back at once; null when they can. */
export function findAnyRevocationProblem({
  inHand,
  spent,
}: {
  inHand: number;
  spent: number;
}): string | null {
  return findRevocationProblem(inHand + spent, { inHand, spent });
}

/**
 * The credit that a booking was paid with. `valuePaise` is its price; `source` distinguishes a bought credit from a
 * remedy or a gift (worth 0). Null if none was spent. A return does not change the result.
 */
export async function findSpentCredit(database: Database, bookingId: string) {
  return await selectSpentCredit(database, bookingId);
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

/** Returns a booking's credit, once. Null if no credit was spent on it or it was already returned. */
export async function returnCredit(tx: Tx, creditReturn: CreditReturn): Promise<{ balance: number } | null> {
  return await returnSpentCredit(tx, creditReturn);
}

/** Every credit that this user bought, spent, got back or was refunded, newest first. */
export async function listLedger(
  deps: Pick<Deps, "database">,
  actor: Actor,
  page: PageQuery,
): Promise<Page<LedgerEntry>> {
  const { rows, next } = await selectLedger(deps.database, actor.userId, page);
  return { rows: rows.map(presentLedgerEntry), next };
}

type LedgerRow = Awaited<ReturnType<typeof selectLedger>>["rows"][number];

/** A ledger entry as the API returns it. */
export function presentLedgerEntry(row: LedgerRow): LedgerEntry {
  return {
    _id: String(row.id),
    kind: kindOf(row),
    delta: row.delta,
    balance: row.balanceAfter,
    reason: row.reason,
    bookingId: row.bookingId,
    createdAt: row.createdAt.toISOString(),
  };
}

function kindOf({ kind, source }: LedgerRow): LedgerEntry["kind"] {
  // The ledger has one kind for refunds and for gifts that are taken back.
  if (kind === "refund" && source !== "purchase") return "taken-back";
  const known = ledgerKinds.find((name) => name === kind);
  if (known === undefined) throw new Error(`the ledger has a line of kind ${kind}`);
  return known;
}

/**
 * Replaces what names the person, a regular expression of PostgreSQL, in the reasons of their ledger. The ledger lets a
 * reason change once the account is closed.
 */
export async function eraseFromLedger(tx: Tx, userId: string, naming: string): Promise<void> {
  await sql`
    update ledger_entries set reason = regexp_replace(reason, ${naming}, 'Deleted user', 'gi')
    where user_id = ${userId} and reason ~* ${naming}`.execute(tx);
}
