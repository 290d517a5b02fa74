import type { Paise } from "@greenroom/contract/kernel/money.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { sql } from "kysely";
import { recordAudit } from "../../kernel/audit.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import type { Waiting, WaitingFilter } from "../../kernel/db/read-lists.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { newId } from "../../kernel/ids.ts";
import type { ListedRefund } from "../../vendors/payment/port.ts";
import { listPurchasedCredits, revokeCredits } from "../credits/credits.ts";
import { mailRefund } from "./mails.ts";
import { insertOwed, recordFailedRefund } from "./refund.ts";
import { settlePayment } from "./settle.ts";
import {
  countSessionsTakenBack,
  getOrder,
  insertRefund,
  isFailureRecorded,
  lockPayment,
  markPaymentRefunded,
  markRefundDone,
  type OrderRow,
  refundFailedAction,
  type StoredRefund,
  selectRefunds,
} from "./store.ts";

/** How far back each run looks: longer than an outage of ours, and than the provider takes for a refund that fails. */
const daysBack = 10;
const refundsPerPage = 100;
/** The rest is older, and earlier runs have seen it. */
const maxPages = 20;

/**
 * Asks the provider for its newest refunds, and records those that we did not make or hear of, as their webhook would.
 * Undoes those that failed, ours too. Rejects if the provider's call fails; the next run finds the same.
 */
export async function findProviderRefunds(deps: Deps): Promise<void> {
  const since = addMinutes(deps.clock.now(), -daysBack * 24 * 60);
  for (let page = 0; page < maxPages; page += 1) {
    const refunds = await deps.payments.listRefunds({
      since,
      skip: page * refundsPerPage,
      count: refundsPerPage,
    });
    await recordAll(deps, refunds);
    if (refunds.length < refundsPerPage) return;
  }
  deps.log.warn({ since }, "the provider has more refunds than one run reads");
}

async function recordAll(deps: Deps, refunds: readonly ListedRefund[]): Promise<void> {
  const provider = deps.payments.name;
  const payments = await findRefundedPayments(deps.database, { provider, refunds });
  for (const refund of refunds) {
    const payment = payments.get(refund.paymentId);
    // Of another installation, or of a payment that never gave a session.
    if (payment === undefined) continue;
    const { id: providerRefundId, amountPaise, receipt } = refund;
    const { providerPaymentId, paidPaise, currency } = payment;
    if (refund.status === "failed")
      await undoFailedRefund(deps, { provider, providerPaymentId, providerRefundId, amountPaise, receipt });
    else if (!payment.knownRefunds.includes(providerRefundId)) {
      const order = await getOrder(deps.database, payment.orderId);
      const found = { order, providerPaymentId, paidPaise, currency, providerRefundId, amountPaise, receipt };
      await recordProviderRefund(deps, found);
    }
  }
}

interface ReportedRefund {
  providerPaymentId: string;
  providerRefundId: string;
  amountPaise: Paise;
  /** The id of ours; null if somebody made it there. */
  receipt: string | null;
}

interface ProviderRefund extends ReportedRefund {
  order: OrderRow;
  paidPaise: Paise;
  currency: string;
}

interface FailedRefund extends ReportedRefund {
  provider: string;
}

const reason = "Made at the payment provider";

/**
 * Records a refund that the provider reports, once, unless we made it. Its payment is settled first, in case that report
 * comes later. Sessions of a payment that went back whole before it was known are taken back at once; of any other, the
 * desk decides.
 */
export async function recordProviderRefund(deps: Deps, refund: ProviderRefund): Promise<void> {
  const { order, providerPaymentId, paidPaise: amountPaise, currency } = refund;
  const hasGoneBack = refund.amountPaise >= amountPaise;
  const captured = { order, providerPaymentId, amountPaise, currency, hasGoneBack };
  const settlement = await settlePayment(deps, captured);
  if (settlement === "mismatch") return;
  await inTransaction(deps.database, (tx) => record(deps, tx, refund, settlement === "granted"));
}

async function record(deps: Deps, tx: Tx, refund: ProviderRefund, isNewPayment: boolean): Promise<void> {
  const { provider, id: orderId } = refund.order;
  const { providerPaymentId, providerRefundId } = refund;
  const payment = await tx
    .selectFrom("payments")
    .select(["id", "userId", "amountPaise"])
    .where("provider", "=", provider)
    .where("providerPaymentId", "=", providerPaymentId)
    .executeTakeFirstOrThrow();
  await lockPayment(tx, payment.id);
  const known = await selectRefunds(tx, payment.id);
  if (known.some((other) => other.providerRefundId === providerRefundId)) return;
  // A report that it was made can arrive after the one that it failed.
  if (await isFailureRecorded(tx, payment.id, { providerRefundId })) return;
  const now = deps.clock.now();
  const open = known.filter(({ status }) => status === "pending");
  const same = open.filter(({ amountPaise }) => amountPaise === refund.amountPaise);
  // Without our receipt, somebody has made one there by hand that the provider refuses, or it is older than receipts.
  const ours =
    open.find(({ id }) => id === refund.receipt) ?? same.find(({ refusal }) => refusal === null) ?? same[0];
  if (ours !== undefined) {
    // One that waits for its answer may be another one with the same amount.
    const isCertain = ours.id === refund.receipt || ours.refusal !== null;
    if (isCertain && (await markRefundDone(tx, ours.id, { providerRefundId, now })))
      await deps.jobs.enqueue(tx, mailRefund, { refundId: ours.id });
    return;
  }
  const refundedPaise = known.reduce((sum, other) => sum + other.amountPaise, 0);
  const owed = await payOwed(tx, open, refund.amountPaise);
  const newPaise = Math.min(refund.amountPaise - owed.paidPaise, payment.amountPaise - refundedPaise);
  const amountPaise = newPaise + owed.paidPaise;
  if (amountPaise <= 0) return;
  const id = newId();
  const credits = await listPurchasedCredits(tx, payment.id);
  const isTakenBack = credits.every(({ status }) => status === "refunded");
  // The sessions of what was owed are taken back already.
  const sessions = newPaise > 0 ? 0 : owed.sessions;
  const isPartOfOwed = owed.isPart || owed.sessions > sessions || (newPaise > 0 && isTakenBack);
  await insertRefund(tx, {
    ...{ id, paymentId: payment.id, userId: payment.userId, amountPaise, sessions, isPartOfOwed, reason },
    ...{
      createdAt: now,
      status: "done",
      providerRefundId,
      doneAt: now,
      madeAtProvider: newPaise > 0 && !isTakenBack,
    },
  });
  if (newPaise <= 0) await deps.jobs.enqueue(tx, mailRefund, { refundId: id });
  const subject = `payment:${payment.id}`;
  const details = { refundId: id, amountPaise, owedPaise: owed.paidPaise, providerRefundId, orderId };
  await recordAudit(tx, { actor: "system", action: "payment.refunded-at-provider", subject, details, now });
  const isUntouched = credits.every(({ status }) => status === "available");
  if (!isNewPayment || amountPaise < payment.amountPaise || !isUntouched) return;
  const taken = await revokeCredits(tx, { paymentId: payment.id, sessions: "all", reason, now });
  await countSessionsTakenBack(tx, id, taken.sessions);
  await markPaymentRefunded(tx, payment.id);
}

/**
 * Takes an amount that somebody sent by hand off the refunds that the provider refused, so that nothing is sent twice.
 * Returns how much of it they were, the sessions of those that are paid whole, and whether it is a part of one with
 * sessions.
 */
async function payOwed(tx: Tx, open: readonly StoredRefund[], sentPaise: Paise) {
  const owed = { paidPaise: 0, sessions: 0, isPart: false };
  for (const refund of open.filter(({ refusal }) => refusal !== null)) {
    const paidPaise = Math.min(refund.amountPaise, sentPaise - owed.paidPaise);
    if (paidPaise === 0) break;
    await tx.deleteFrom("refunds").where("id", "=", refund.id).execute();
    owed.paidPaise += paidPaise;
    const isWhole = paidPaise === refund.amountPaise;
    owed.isPart ||= refund.isPartOfOwed || (!isWhole && refund.sessions > 0);
    if (isWhole) owed.sessions += refund.sessions;
    else await insertOwed(tx, { ...refund, amountPaise: refund.amountPaise - paidPaise });
  }
  return owed;
}

/** The payments of these refunds that we know, by the provider's id, with their refunds that we know. */
async function findRefundedPayments(
  database: Database,
  { provider, refunds }: { provider: string; refunds: readonly ListedRefund[] },
) {
  const ids = refunds.map(({ paymentId }) => paymentId);
  const rows = await database
    .selectFrom("payments")
    .select(["orderId", "providerPaymentId", "amountPaise as paidPaise", "currency"])
    .select(
      sql<string[]>`array(select provider_refund_id from refunds where payment_id = payments.id
        and provider_refund_id is not null)`.as("knownRefunds"),
    )
    .where("provider", "=", provider)
    .where("providerPaymentId", "=", sql<string>`any(${ids}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.providerPaymentId, row]));
}

/** Refunds made at the provider whose sessions were not taken back. */
export async function listProviderRefunds(database: Database, { limit, matches }: WaitingFilter) {
  const { rows } = await sql<
    Waiting & { paymentId: string; userId: string; amountPaise: Paise; receipt: string }
  >`
    select refund.id as subject, refund.created_at as since, refund.payment_id, refund.user_id, refund.amount_paise,
      orders.receipt
    from refunds refund join payments payment on payment.id = refund.payment_id
      join orders on orders.id = payment.order_id
    where refund.made_at_provider and refund.sessions = 0
      and ${matches(sql`refund.id::text`, sql`refund.created_at`)}
    order by refund.created_at limit ${limit}`.execute(database);
  return rows;
}

/** Those of these refunds at the provider that failed there, which are no longer among our refunds. */
export async function listFailedRefunds(database: Database, providerRefundIds: readonly string[]) {
  const { rows } = await sql<{ paymentId: string; reference: string; amountPaise: Paise; at: null }>`
    select substring(subject from 9) as payment_id, details->>'providerRefundId' as reference,
      (details->>'amountPaise')::float8 as amount_paise, null as at
    from audit_log where action = ${refundFailedAction}
      and details->>'providerRefundId' = any(${providerRefundIds}::text[])`.execute(database);
  return rows;
}

/** How much of what the provider had refused of ours an undecided refund at the provider has paid. */
async function findOwedIn(tx: Tx, paymentId: string, refundId: string | undefined): Promise<Paise> {
  if (refundId === undefined) return 0;
  const { rows } = await sql<{ owedPaise: Paise }>`
    select coalesce((details ->> 'owedPaise')::int, 0) as owed_paise from audit_log
    where subject = ${`payment:${paymentId}`} and action = 'payment.refunded-at-provider'
      and details ->> 'refundId' = ${refundId}`.execute(tx);
  return rows[0]?.owedPaise ?? 0;
}

/**
 * Undoes the record of a refund that the provider had taken on and that failed later, so that the money is still with us.
 * We owe it: the refund waits on Today like a refused one, and a retry sends it. Of one that somebody made at the provider
 * nothing is left while its sessions can still be booked. One that we do not know is remembered as failed, in case the
 * report that it was made comes later. Does nothing for an unknown payment.
 */
export async function undoFailedRefund(
  deps: Deps,
  { provider, providerPaymentId, providerRefundId, amountPaise, receipt }: FailedRefund,
): Promise<void> {
  const payment = await deps.database
    .selectFrom("payments")
    .select("id")
    .where("provider", "=", provider)
    .where("providerPaymentId", "=", providerPaymentId)
    .executeTakeFirst();
  if (payment === undefined) return;
  await inTransaction(deps.database, async (tx) => {
    await lockPayment(tx, payment.id);
    const known = await selectRefunds(tx, payment.id);
    const refund =
      known.find((other) => other.providerRefundId === providerRefundId) ??
      known.find(({ id, status }) => id === receipt && status === "pending");
    if (refund === undefined && (await isFailureRecorded(tx, payment.id, { providerRefundId }))) return;
    const isWhollyOwed = refund !== undefined && (!refund.madeAtProvider || refund.sessions > 0);
    await recordFailedRefund(deps, tx, {
      ...{ paymentId: payment.id, providerRefundId, amountPaise, refund },
      owedPaise: isWhollyOwed ? refund.amountPaise : await findOwedIn(tx, payment.id, refund?.id),
    });
  });
}
