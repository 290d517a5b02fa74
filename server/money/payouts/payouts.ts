import type { PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import type { Paise } from "@greenroom/contract/kernel/money.ts";
import { asSentence } from "@greenroom/contract/kernel/plain-text.ts";
import { sql } from "kysely";
import { z } from "zod";
import { type Approved, type AuditActor, auditReason, recordAudit } from "../../kernel/audit.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { orderBy, readPage } from "../../kernel/db/read-lists.ts";
import { lockSubjects } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, conflict } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { defineHandler, defineMailJob, type JobHandler } from "../../kernel/jobs.ts";
import { sendMail } from "../../kernel/mail/compose.ts";
import { mailDetailsChange, sendDetailsChange } from "./payout-details.ts";
import { formatPaise } from "./rules.ts";

export interface DueEntry {
  earningId: string;
  kind: "earned" | "taken-back";
  /** Negative for an earning that was taken back. */
  amountPaise: Paise;
}

/**
 * The next payout consists of credited earnings that no payout contains, and of paid ones that were voided since.
 * Reading them costs what is due, and not what was paid before.
 */
export const dueEntries = sql<DueEntry & { interviewerId: string }>`
  select earning.interviewer_id, earning.id as earning_id, 'earned' as kind, earning.amount_paise
    from earnings earning
    where earning.status = 'credited' and not earning.paid_out
  union all
  select earning.interviewer_id, earning.id, 'taken-back', -paid.amount_paise
    from earnings earning join payout_lines paid on paid.earning_id = earning.id and paid.kind = 'earned'
    where earning.status = 'void' and earning.paid_out and not exists (
      select from payout_lines line where line.earning_id = earning.id and line.kind = 'taken-back')`;

async function selectDueEntries(tx: Tx, interviewerId: string): Promise<DueEntry[]> {
  const { rows } = await sql<DueEntry>`
    select earning_id, kind, amount_paise from (${dueEntries}) due
    where interviewer_id = ${interviewerId} order by earning_id, kind`.execute(tx);
  return rows;
}

/** These entries without those that a payout contains already. */
async function selectUnpaid(tx: Tx, entries: readonly DueEntry[]): Promise<DueEntry[]> {
  const ids = entries.map(({ earningId }) => earningId);
  const paid = await tx
    .selectFrom("payoutLines")
    .select(["earningId", "kind"])
    .where("earningId", "in", ids)
    .execute();
  return entries
    .filter(({ earningId, kind }) => !paid.some((line) => line.earningId === earningId && line.kind === kind))
    .map(({ earningId, kind, amountPaise }) => ({ earningId, kind, amountPaise }));
}

/** The amount due to one interviewer, and the deductions in it as a positive amount. */
export async function findDueOf(
  database: Database | Tx,
  interviewerId: string,
): Promise<{ duePaise: Paise; deductedPaise: Paise }> {
  const { rows } = await sql<{ duePaise: Paise; deductedPaise: Paise }>`
    select coalesce(sum(amount_paise), 0)::int8 as due_paise,
      coalesce(-sum(amount_paise) filter (where kind = 'taken-back'), 0)::int8 as deducted_paise
    from (${dueEntries}) due where interviewer_id = ${interviewerId}`.execute(database);
  return rows[0] ?? { duePaise: 0, deductedPaise: 0 };
}

/** The sum that was transferred to one interviewer and arrived, less deductions, of which there are a few a month at most. */
export async function sumPaidOut(database: Database, interviewerId: string): Promise<Paise> {
  const { rows } = await sql<{ paidPaise: Paise }>`
    select coalesce(sum(amount_paise), 0)::int8 as paid_paise
    from payouts where interviewer_id = ${interviewerId}
      and not exists (select from payout_returns back where back.payout_id = payouts.id)`.execute(database);
  return rows[0]?.paidPaise ?? 0;
}

interface DueSum {
  interviewerId: string;
  email: string;
  name: string;
  amountPaise: Paise;
  /** The deduction in it for earlier payouts, as a positive amount. */
  deductedPaise: Paise;
  lines: number;
}

/**
 * Summed before anything else: with the limit of a page, the planner would look up the entries one by one. The people
 * are looked up by their ids: as a plain join, the planner would read all people while they are few enough.
 */
const dueSums = sql<DueSum>`
  with sums as materialized (
    select interviewer_id, sum(amount_paise)::int8 as amount_paise, count(*) as lines,
      coalesce(-sum(amount_paise) filter (where kind = 'taken-back'), 0)::int8 as deducted_paise
    from (${dueEntries}) entries group by interviewer_id having sum(amount_paise) <> 0)
  select sums.interviewer_id, sums.amount_paise, sums.lines, sums.deducted_paise, person.email, trim(person.first_name || ' ' || person.last_name) as name
  from sums, lateral (select email, first_name, last_name from users where id = sums.interviewer_id offset 0) person`;

/** Every interviewer with an amount due, positive or negative, by address. */
export async function listDuePayouts(database: Database | Tx): Promise<DueSum[]> {
  const { rows } = await sql<DueSum>`${dueSums} order by person.email`.execute(database);
  return rows;
}

/**
 * One interviewer after the other, by address, so that a page sums what is due to the people on it. Everybody who has
 * ever earned something is an interviewer: the role of somebody who held an interview cannot be taken away.
 */
const dueByPerson = sql<DueSum>`
  select person.id as interviewer_id, person.email, trim(person.first_name || ' ' || person.last_name) as name,
    sums.amount_paise, sums.deducted_paise, sums.lines
  from users person cross join lateral (
    select sum(amount_paise)::int8 as amount_paise, count(*) as lines,
      coalesce(-sum(amount_paise) filter (where kind = 'taken-back'), 0)::int8 as deducted_paise
    from (${dueEntries}) entries where interviewer_id = person.id) sums
  where person.role = 'interviewer' and sums.amount_paise <> 0`;

const byEmail = orderBy("asc", ["text", "due.email"]);

/** A page of them. Its cost grows neither with past payouts nor with what is due to others. */
export function listDuePage(database: Database, page: PageQuery) {
  const sums = sql<DueSum>`(${dueByPerson})`.as<"due">("due");
  return readPage(database.selectFrom(sums).selectAll("due"), byEmail, page);
}

const newestFirst = orderBy("desc", ["instant", "payout.paidAt"], ["id", "payout.id"]);

/** All payouts, newest first, with the number of entries of each. */
export function listPayouts(database: Database, page: PageQuery) {
  const query = database
    .selectFrom("payouts as payout")
    .innerJoin("users as person", "person.id", "payout.interviewerId")
    .select(["payout.id", "payout.amountPaise", "payout.reference", "payout.paidAt"])
    .select(["person.id as personId", "person.email", "person.firstName", "person.lastName"])
    .leftJoin("payoutReturns as back", "back.payoutId", "payout.id")
    .select(["back.returnedAt", "back.reason as returnReason"])
    .select(
      sql<number>`(select count(*) from payout_lines line where line.payout_id = payout.id)
        + (select count(*) from returned_payout_lines line where line.payout_id = payout.id)`.as("lines"),
    );
  return readPage(query, newestFirst, page);
}

interface Payout {
  interviewer: { id: string; email: string };
  /** The bank's reference of the transfer. */
  reference: string;
  /** The exported entries that the bank transferred; undefined: all entries that are due now. */
  exported?: readonly DueEntry[] | undefined;
}

interface PayoutResult {
  payoutId: string;
  amountPaise: Paise;
  interviews: number;
}

interface PaidBy {
  actor: AuditActor;
  /** An operator's. */
  reason?: string;
  /** If the amount required a second operator. */
  approved?: Approved;
}

/**
 * Records that the amount due to an interviewer was transferred: one payout with all its earnings. Each earning is
 * paid once, even if several people record it at the same moment. Throws `conflict` if nothing is due, and for a
 * reference that was used before (`payouts_reference_once`).
 */
export async function payOutInTransaction(
  deps: Pick<Deps, "clock" | "jobs">,
  tx: Tx,
  { interviewer, reference, exported }: Payout,
  { actor, reason, approved }: PaidBy,
): Promise<PayoutResult> {
  const now = deps.clock.now();
  const { lines, amountPaise } = await lockDue(tx, interviewer, exported);
  const payoutId = newId();
  await tx
    .insertInto("payouts")
    .values({ id: payoutId, interviewerId: interviewer.id, amountPaise, reference, paidAt: now })
    .execute();
  await tx
    .insertInto("payoutLines")
    .values(lines.map((line) => ({ ...line, payoutId })))
    .execute();
  const subject = `user:${interviewer.id}`;
  const audited = reason === undefined ? {} : auditReason(reason, approved);
  const details = { payoutId, amountPaise, reference, lines: lines.length, ...audited };
  await recordAudit(tx, { actor, action: "payout.paid", subject, details, now });
  await deps.jobs.enqueue(tx, mailPayout, { payoutId });
  return { payoutId, amountPaise, interviews: countInterviews(lines) };
}

/**
 * The amount of a payout to an interviewer, locked against other payouts until the transaction ends. Throws `conflict`
 * if it is nothing.
 */
export async function planPayout(tx: Tx, interviewer: Payout["interviewer"], exported?: Payout["exported"]) {
  const { due, lines, amountPaise } = await lockDue(tx, interviewer, exported);
  return { due, lines, amountPaise, interviews: countInterviews(lines) };
}

/** An exported entry is paid even if it was taken back since: the bank has it, and the next payout deducts it. */
async function lockDue(tx: Tx, { id, email }: Payout["interviewer"], exported: Payout["exported"]) {
  await lockSubjects(tx, [`payout:${id}`]);
  const due = await selectDueEntries(tx, id);
  const lines = exported === undefined ? due : await selectUnpaid(tx, exported);
  const amountPaise = lines.reduce((sum, line) => sum + line.amountPaise, 0);
  if (amountPaise <= 0) throw conflict(`Nothing is due to ${email}.`);
  return { due, lines, amountPaise };
}

/** Whether two readings are of one entry that has not changed in between. */
export function isSame(one: DueEntry, other: DueEntry): boolean {
  return (
    one.earningId === other.earningId && one.kind === other.kind && one.amountPaise === other.amountPaise
  );
}

function countInterviews(lines: readonly DueEntry[]): number {
  return lines.filter(({ kind }) => kind === "earned").length;
}

/** A payout with what decides whether it can be returned. */
async function findReturnable(tx: Tx, id: string) {
  return await tx
    .selectFrom("payouts as payout")
    .innerJoin("users as person", "person.id", "payout.interviewerId")
    .leftJoin("payoutReturns as back", "back.payoutId", "payout.id")
    .select(["payout.id", "payout.interviewerId", "payout.amountPaise", "payout.reference"])
    .select(["person.email", "back.returnedAt"])
    .select(
      sql<boolean>`exists (select from payout_lines paid join payout_lines line on line.earning_id = paid.earning_id
        where paid.payout_id = payout.id and paid.kind = 'earned' and line.kind = 'taken-back')`.as(
        "isDeducted",
      ),
    )
    .select(
      sql<boolean>`exists (select from payout_lines paid
        join payout_batch_lines line on line.earning_id = paid.earning_id and line.kind = 'taken-back'
        join payout_batches batch on batch.id = line.batch_id and batch.closed_at is null
        where paid.payout_id = payout.id and paid.kind = 'earned')`.as("isDeductedInExport"),
    )
    .where("payout.id", "=", id)
    .executeTakeFirst();
}
export type ReturnablePayout = NonNullable<Awaited<ReturnType<typeof findReturnable>>>;

/**
 * A payout that the bank can have returned, locked against other payouts to its interviewer until the transaction ends.
 * Throws `not_found`, and `conflict` when it is recorded as returned already, or a later payout has deducted a part of it
 * or is about to.
 */
export async function lockReturnable(tx: Tx, id: string): Promise<ReturnablePayout> {
  const found = await findReturnable(tx, id);
  if (found === undefined) throw new AppError("not_found", { msg: "This payout does not exist." });
  await lockSubjects(tx, [`payout:${found.interviewerId}`]);
  const payout = (await findReturnable(tx, id)) ?? found;
  if (payout.returnedAt !== null) {
    throw conflict("This payout is recorded as returned already.");
  }
  if (payout.isDeducted) {
    throw conflict(
      "A part of this payout was taken back and deducted from a later one, so it cannot be due again. Settle it with the interviewer.",
    );
  }
  if (payout.isDeductedInExport) {
    throw conflict(
      "The open export deducts a part of this payout. If the bank has that file, mark it as paid first. Settle this with the interviewer.",
    );
  }
  return payout;
}

/**
 * Records that the bank returned a transfer, locked by the caller: its earnings and deductions are due again. The
 * interviewer is told by mail.
 */
export async function returnPayoutInTransaction(
  deps: Pick<Deps, "jobs">,
  tx: Tx,
  { id, interviewerId, amountPaise, reference }: ReturnablePayout,
  { actor, reason, now }: { actor: AuditActor; reason: string; now: Date },
): Promise<void> {
  await tx.insertInto("payoutReturns").values({ payoutId: id, reason, returnedAt: now }).execute();
  const subject = `user:${interviewerId}`;
  const details = { payoutId: id, amountPaise, reference, reason };
  await recordAudit(tx, { actor, action: "payout.returned", subject, details, now });
  await deps.jobs.enqueue(tx, mailPayoutReturned, { payoutId: id });
}

const payoutPayload = z.object({ payoutId: z.string() });

/** Tells an interviewer that money is on its way to them. */
const mailPayout = defineMailJob("payouts.mail-payout", payoutPayload);

/** Tells an interviewer that the bank returned a transfer to them. */
const mailPayoutReturned = defineMailJob("payouts.mail-payout-returned", payoutPayload);

export const payoutJobs: JobHandler<Deps>[] = [
  defineHandler(mailPayout, sendPayout),
  defineHandler(mailPayoutReturned, sendPayoutReturned),
  defineHandler(mailDetailsChange, sendDetailsChange),
];

async function sendPayout(deps: Deps, { payoutId }: z.infer<typeof payoutPayload>): Promise<void> {
  const payout = await findPayout(deps.database, payoutId);
  if (payout === undefined) throw new Error(`there is no payout ${payoutId}`);
  const { business, publicUrl } = deps.config;
  const amount = formatPaise(payout.amountPaise);
  const deducted =
    payout.deductedPaise === 0
      ? ""
      : ` ${formatPaise(payout.deductedPaise)} is deducted, which was paid to you before and taken back since.`;
  await sendMail(deps, {
    to: payout.email,
    subject: `${amount} was paid out to you`,
    heading: `${amount} is on its way`,
    paragraphs: [
      `Hello ${payout.firstName}, your credited earnings were transferred to you.${deducted}`,
      `The transfer's reference is ${payout.reference}. Your earnings page shows which interviews it covers.`,
    ],
    action: { label: "See your earnings", url: `${publicUrl}/interviewer-dashboard/earnings` },
    replyTo: business.supportEmail,
  });
}

async function sendPayoutReturned(deps: Deps, { payoutId }: z.infer<typeof payoutPayload>): Promise<void> {
  const payout = await findPayout(deps.database, payoutId);
  if (payout?.returnReason == null) throw new Error(`the payout ${payoutId} was not returned`);
  const { business, publicUrl } = deps.config;
  const amount = formatPaise(payout.amountPaise);
  const { duePaise } = await findDueOf(deps.database, payout.interviewerId);
  const nothingDue = payout.isSentAgain
    ? "The money has been transferred to you again since."
    : "Nothing is due to you with the next payout, because earnings that were paid to you were taken back since.";
  const due = duePaise > 0 ? `${formatPaise(duePaise)} is due to you with the next payout.` : nothingDue;
  await sendMail(deps, {
    to: payout.email,
    subject: `A transfer of ${amount} did not reach you`,
    heading: `The bank returned ${amount}`,
    paragraphs: [
      `Hello ${payout.firstName}, we transferred ${amount} to you with the reference ${payout.reference}, and the bank returned it. ${asSentence(payout.returnReason)}`,
      `Please check your payout details. ${due}`,
    ],
    action: { label: "Check your payout details", url: `${publicUrl}/interviewer-dashboard/earnings` },
    replyTo: business.supportEmail,
  });
}

/** A payout with its recipient, and the deductions in it as a positive amount. */
async function findPayout(database: Database, id: string) {
  return await database
    .selectFrom("payouts as payout")
    .innerJoin("users as person", "person.id", "payout.interviewerId")
    .leftJoin("payoutReturns as back", "back.payoutId", "payout.id")
    .select(["payout.interviewerId", "payout.amountPaise", "payout.reference"])
    .select(["person.email", "person.firstName"])
    .select("back.reason as returnReason")
    .select(
      sql<Paise>`(select coalesce(-sum(amount_paise), 0)::int8 from payout_lines
        where payout_id = payout.id and kind = 'taken-back')`.as("deductedPaise"),
    )
    .select(
      sql<boolean>`exists (select from returned_payout_lines back join payout_lines line on line.earning_id = back.earning_id
        where back.payout_id = payout.id)`.as("isSentAgain"),
    )
    .where("payout.id", "=", id)
    .executeTakeFirst();
}
