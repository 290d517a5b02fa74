import type { Paise } from "@greenroom/contract/kernel/money.ts";
import { sql } from "kysely";
import { type Approved, type AuditActor, auditReason, recordAudit } from "../../kernel/audit.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import type { Waiting, WaitingFilter } from "../../kernel/db/read-lists.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, conflict } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { listPurchasedCredits, planRevocation, recordGoodwill, revokeCredits } from "../credits/credits.ts";
import { formatPaise } from "../payouts/rules.ts";
import { mailRefund, mailRefundFailed, notifyOperator, sendRefund } from "./mails.ts";
import { countSessions, formatSessionCount, goodwillLimit } from "./rules.ts";
import {
  countSessionsTakenBack,
  findRefund,
  insertRefund,
  isFailureRecorded,
  lockPayment,
  lockRefund,
  markDecidedBefore,
  markPaymentRefunded,
  markRefundDone,
  refundFailedAction,
  type StoredRefund,
  selectRefunds,
} from "./store.ts";

interface Refund {
  paymentId: string;
  /** The number of credits to refund. `all` is the whole payment, or the rest after earlier refunds. */
  sessions: number | "all";
  reason: string;
  actor: AuditActor;
  /** Set if the amount required a second operator. */
  approved?: Approved;
}

interface RefundResult {
  refundId: string;
  sessions: number;
  amountPaise: Paise;
}

/**
 * Refunds a payment, in full or for some of its credits at their price. The transaction takes the credits back and
 * stores the refund; a job sends the money, even after a long outage of the provider. If the money went back earlier, the
 * credits are taken back for that refund, and none is sent. Throws `not_found`, and `conflict` if fewer credits are left.
 */
export async function refundInTransaction(
  deps: Deps,
  tx: Tx,
  { paymentId, sessions, reason, actor, approved }: Refund,
): Promise<RefundResult> {
  const now = deps.clock.now();
  const payment = await lockRefundable(deps, tx, paymentId);
  const { userId } = payment;
  const subject = `payment:${paymentId}`;
  const taken = await revokeCredits(tx, { paymentId, sessions, reason, now });
  const { amountPaise, earlier } = await planMoney(tx, payment, taken.valuePaise);
  if (taken.isWhole) await markPaymentRefunded(tx, paymentId);
  if (earlier !== null) {
    const { refundId } = earlier;
    await countSessionsTakenBack(tx, refundId, taken.sessions);
    if (taken.isWhole) await markDecidedBefore(tx, paymentId);
    const details = { refundId, sessions: taken.sessions, ...auditReason(reason, approved) };
    await recordAudit(tx, { actor, action: "payment.sessions-taken-back", subject, details, now });
    return { refundId, sessions: taken.sessions, amountPaise };
  }
  const refundId = newId();
  const refund = { id: refundId, paymentId, userId, amountPaise, sessions: taken.sessions, reason };
  await insertRefund(tx, { ...refund, createdAt: now });
  const details = { refundId, sessions: taken.sessions, amountPaise, ...auditReason(reason, approved) };
  await recordAudit(tx, { actor, action: "payment.refunded", subject, details, now });
  await deps.jobs.enqueue(tx, sendRefund, { refundId });
  return { refundId, sessions: taken.sessions, amountPaise };
}

/**
 * Computes what `refundInTransaction` would do and locks the payment and its credits until the transaction ends.
 * Throws the same errors.
 */
export async function planRefund(
  deps: Deps,
  tx: Tx,
  { paymentId, sessions }: Pick<Refund, "paymentId" | "sessions">,
) {
  const payment = await lockRefundable(deps, tx, paymentId);
  const { valuePaise, taken: _, ...revocation } = await planRevocation(tx, { paymentId, sessions });
  return { payment, ...revocation, ...(await planMoney(tx, payment, valuePaise)) };
}

/**
 * What to send for sessions of this worth: at most what is left of the payment. Nothing if the money went back earlier, with
 * the oldest refund at the provider whose sessions are not decided, or because nothing is left.
 */
async function planMoney(
  tx: Tx,
  { id, amountPaise: paidPaise }: { id: string; amountPaise: Paise },
  worthPaise: Paise,
): Promise<{ amountPaise: Paise; earlier: { refundId: string; sentPaise: Paise } | null }> {
  const refunds = await selectRefunds(tx, id);
  const leftPaise = paidPaise - refunds.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
  const undecided = refunds.find(isUndecided);
  if (undecided !== undefined)
    return { amountPaise: 0, earlier: { refundId: undecided.id, sentPaise: undecided.amountPaise } };
  const last = refunds.at(-1);
  if (leftPaise <= 0 && last !== undefined)
    return { amountPaise: 0, earlier: { refundId: last.id, sentPaise: paidPaise } };
  return { amountPaise: Math.min(worthPaise, leftPaise), earlier: null };
}

/** The sum of a payment's refunds, including those on their way. */
async function sumRefunds(tx: Tx, paymentId: string): Promise<Paise> {
  const { sum } = await tx
    .selectFrom("refunds")
    .select((eb) => eb.fn.sum<string | null>("amountPaise").as("sum"))
    .where("paymentId", "=", paymentId)
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}

/** True for a refund made at the provider whose sessions the desk has neither taken back nor left. */
export function isUndecided(refund: { madeAtProvider: boolean; sessions: number }): boolean {
  return refund.madeAtProvider && refund.sessions === 0;
}

/**
 * Such a refund, locked with its payment until the transaction ends, and what is left of the payment. Throws `not_found`
 * and `conflict`.
 */
export async function lockUndecidedRefund(tx: Tx, id: string) {
  const found = await findRefund(tx, id);
  const payment = found === null ? null : await lockPayment(tx, found.paymentId);
  const refund = await lockRefund(tx, id);
  if (refund === null || payment === null)
    throw new AppError("not_found", { msg: "This refund does not exist." });
  if (!isUndecided(refund)) {
    throw conflict("There is nothing to decide about the sessions of this refund.");
  }
  return { ...refund, leftPaise: payment.amountPaise - (await sumRefunds(tx, payment.id)) };
}

/** Leaves the sessions of a refund that was made at the provider, which is one out of goodwill from now on. */
export async function leaveSessionsOf(
  tx: Tx,
  {
    id,
    userId,
    paymentId,
    amountPaise,
  }: { id: string; userId: string; paymentId: string; amountPaise: Paise },
  now: Date,
): Promise<void> {
  await tx.updateTable("refunds").set({ madeAtProvider: false }).where("id", "=", id).execute();
  await recordGoodwill(tx, { userId, paymentId, reason: goodwillText(amountPaise), now });
}

const goodwillText = (amountPaise: Paise) =>
  `Goodwill: ${formatPaise(amountPaise)} goes back to you, and your sessions stay as they are`;

async function lockRefundable(deps: Pick<Deps, "payments">, tx: Tx, paymentId: string) {
  const payment = await lockPayment(tx, paymentId);
  if (payment === null) throw new AppError("not_found", { msg: `There is no payment ${paymentId}.` });
  if (payment.provider !== deps.payments.name) {
    throw conflict(`This was paid with ${payment.provider}, which is not in use now.`);
  }
  return payment;
}

interface Goodwill {
  paymentId: string;
  amountPaise: Paise;
}

/**
 * Checks a refund for used sessions, with the payment locked until the transaction ends. Throws `not_found`, and
 * `conflict` when no session is used yet or more would go back than was paid for those that are.
 */
export async function planGoodwill(deps: Deps, tx: Tx, { paymentId, amountPaise }: Goodwill) {
  const payment = await lockRefundable(deps, tx, paymentId);
  const credits = await listPurchasedCredits(tx, paymentId);
  const { used, booked } = countSessions(credits);
  if (used === 0) {
    throw new AppError("conflict", {
      msg:
        booked === 0
          ? "No session of this payment is used, so there is nothing to refund out of goodwill. Refund the sessions that are left."
          : `${formatSessionCount(booked)} of this payment ${booked === 1 ? "is" : "are"} booked. Cancel the interview and refund the session, or wait until it has ended.`,
    });
  }
  const refundedPaise = await sumRefunds(tx, paymentId);
  const limit = goodwillLimit({ paidPaise: payment.amountPaise, refundedPaise, credits });
  if (amountPaise > limit) {
    const most = formatPaise(limit);
    throw conflict(`At most ${most} can be refunded for the used sessions of this payment.`);
  }
  return { payment, used, refundedPaise };
}

/** Refunds money for used sessions, which stay used. Returns the amount. Throws as `planGoodwill` does. */
export async function refundGoodwill(
  deps: Deps,
  tx: Tx,
  {
    paymentId,
    amountPaise,
    reason,
    actor,
    approved,
  }: Goodwill & { reason: string; actor: AuditActor; approved?: Approved },
): Promise<Paise> {
  const now = deps.clock.now();
  const { payment } = await planGoodwill(deps, tx, { paymentId, amountPaise });
  const refundId = newId();
  const { userId } = payment;
  const refund = { id: refundId, paymentId, userId, amountPaise, sessions: 0, reason };
  await insertRefund(tx, { ...refund, createdAt: now });
  const subject = `payment:${paymentId}`;
  const details = { refundId, amountPaise, ...auditReason(reason, approved) };
  await recordAudit(tx, { actor, action: "payment.goodwill-refunded", subject, details, now });
  await recordGoodwill(tx, { userId, paymentId, reason: goodwillText(amountPaise), now });
  await deps.jobs.enqueue(tx, sendRefund, { refundId });
  return amountPaise;
}

/**
 * Sends a refund's money. Its id is the provider's idempotency key, so it is paid once, however often this
 * runs.
 */
export async function sendRefundMoney(deps: Deps, { refundId }: { refundId: string }): Promise<void> {
  const refund = await findRefund(deps.database, refundId);
  if (refund === null || refund.status === "done") return;
  if (refund.provider !== deps.payments.name) throw new Error(`${refund.provider} is not in use now`);
  const { refundId: providerRefundId } = await requestRefund(deps, refund);
  await inTransaction(deps.database, async (tx) => {
    const { paymentId, amountPaise } = refund;
    await lockPayment(tx, paymentId);
    // Reported before this answer, of a refund that was sent without our receipt.
    if (await isFailureRecorded(tx, paymentId, { providerRefundId })) {
      const unsent = await lockRefund(tx, refundId);
      const failed = { paymentId, providerRefundId, amountPaise, owedPaise: amountPaise };
      if (unsent?.status === "pending") await recordFailedRefund(deps, tx, { ...failed, refund: unsent });
      return;
    }
    const isFirst = await markRefundDone(tx, refundId, { providerRefundId, now: deps.clock.now() });
    if (isFirst) await deps.jobs.enqueue(tx, mailRefund, { refundId });
  });
}

interface FailedRefund {
  paymentId: string;
  providerRefundId: string;
  amountPaise: Paise;
  /** As we had recorded it; undefined for one that we do not know. */
  refund: StoredRefund | undefined;
  /** How much of it we owe the buyer still. */
  owedPaise: Paise;
}

/**
 * Records that a refund failed at the provider. What is owed of it waits on Today like a refused one, and a retry sends
 * its money; the buyer and we are told.
 */
export async function recordFailedRefund(
  deps: Pick<Deps, "clock" | "jobs">,
  tx: Tx,
  { paymentId, providerRefundId, amountPaise, refund, owedPaise }: FailedRefund,
): Promise<void> {
  const now = deps.clock.now();
  const { id: refundId = null, sessions = 0 } = refund ?? {};
  let owedId: string | null = null;
  if (refund !== undefined) {
    await tx.deleteFrom("refunds").where("id", "=", refund.id).execute();
    const refusal = "The payment provider reports that this refund failed.";
    if (owedPaise > 0)
      owedId = await insertOwed(tx, { ...refund, amountPaise: owedPaise, refusal, refusedAt: now });
  }
  const details = { refundId, owedId, sessions, amountPaise, providerRefundId };
  const subject = `payment:${paymentId}`;
  await recordAudit(tx, { actor: "system", action: refundFailedAction, subject, details, now });
  if (owedId === null) return;
  await deps.jobs.enqueue(tx, notifyOperator, { kind: "refund-refused", refundId: owedId });
  await deps.jobs.enqueue(tx, mailRefundFailed, { refundId: owedId });
}

/** The old id of such a refund is the key under which the provider would answer with what it knows of it. */
export async function insertOwed(tx: Tx, refund: StoredRefund): Promise<string> {
  const id = newId();
  const { paymentId, userId, amountPaise, sessions, isPartOfOwed, reason, createdAt, refusal, refusedAt } =
    refund;
  const owed = { id, paymentId, userId, amountPaise, sessions, isPartOfOwed, reason, createdAt };
  await insertRefund(tx, { ...owed, refusal, refusedAt });
  return id;
}

/** Stores the reason of a refusal and notifies us, once per reason; the job keeps trying. */
async function requestRefund(deps: Deps, refund: NonNullable<Awaited<ReturnType<typeof findRefund>>>) {
  try {
    return await deps.payments.refundPayment({
      paymentId: refund.providerPaymentId,
      amountPaise: refund.amountPaise,
      idempotencyKey: refund.id,
    });
  } catch (error) {
    if (error instanceof AppError && error.code === "conflict")
      await recordRefusal(deps, refund.id, error.message);
    throw error;
  }
}

async function recordRefusal(deps: Deps, refundId: string, refusal: string): Promise<void> {
  await inTransaction(deps.database, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("refunds")
      .set({ refusal, refusedAt: deps.clock.now() })
      .where("id", "=", refundId)
      .where("status", "=", "pending")
      .where("refusal", "is distinct from", refusal)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 1n)
      await deps.jobs.enqueue(tx, notifyOperator, { kind: "refund-refused", refundId });
  });
}

/**
 * A refund whose money has not gone out, also one that the provider refused; locked until the transaction ends. Throws
 * `not_found`, and `conflict` when the money has gone out.
 */
export async function lockUnsentRefund(tx: Tx, id: string) {
  const refund = await lockRefund(tx, id);
  if (refund === null) throw new AppError("not_found", { msg: "This refund does not exist." });
  if (refund.status === "done") {
    throw conflict("The money of this refund has gone out, so there is nothing to retry.");
  }
  return refund;
}

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
