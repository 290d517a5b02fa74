import type { PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import type { Paise } from "@greenroom/contract/kernel/money.ts";
import type { MaskedDetails } from "@greenroom/contract/money/payout-details.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { orderBy, readPage, readWithCursor } from "../../kernel/db/read-lists.ts";
import { newId } from "../../kernel/ids.ts";

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

export async function selectDueEntries(tx: Tx, interviewerId: string): Promise<DueEntry[]> {
  const { rows } = await sql<DueEntry>`
    select earning_id, kind, amount_paise from (${dueEntries}) due
    where interviewer_id = ${interviewerId} order by earning_id, kind`.execute(tx);
  return rows;
}

/** These entries without those that a payout contains already. */
export async function selectUnpaid(tx: Tx, entries: readonly DueEntry[]): Promise<DueEntry[]> {
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
export async function selectDueOf(
  database: Database | Tx,
  interviewerId: string,
): Promise<{ duePaise: Paise; deductedPaise: Paise }> {
  const { rows } = await sql<{ duePaise: Paise; deductedPaise: Paise }>`
    select coalesce(sum(amount_paise), 0)::int8 as due_paise,
      coalesce(-sum(amount_paise) filter (where kind = 'taken-back'), 0)::int8 as deducted_paise
    from (${dueEntries}) due where interviewer_id = ${interviewerId}`.execute(database);
  return rows[0] ?? { duePaise: 0, deductedPaise: 0 };
}

/** The sum of an interviewer's payouts that arrived, of which there are a few a month at most. */
export async function selectPaidOut(database: Database, interviewerId: string): Promise<Paise> {
  const { rows } = await sql<{ paidPaise: Paise }>`
    select coalesce(sum(amount_paise), 0)::int8 as paid_paise
    from payouts where interviewer_id = ${interviewerId}
      and not exists (select from payout_returns back where back.payout_id = payouts.id)`.execute(database);
  return rows[0]?.paidPaise ?? 0;
}

export interface DueSum {
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
export async function selectDueSums(database: Database | Tx): Promise<DueSum[]> {
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
export function selectDuePage(database: Database, page: PageQuery) {
  const sums = sql<DueSum>`(${dueByPerson})`.as<"due">("due");
  return readPage(database.selectFrom(sums).selectAll("due"), byEmail, page);
}

const newestFirst = orderBy("desc", ["instant", "payout.paidAt"], ["id", "payout.id"]);

/** All payouts, newest first, with the number of entries of each. */
export function selectPayouts(database: Database, page: PageQuery) {
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

interface NewPayout {
  interviewerId: string;
  amountPaise: Paise;
  reference: string;
  paidAt: Date;
}

/** Rejects with `payouts_reference_once` if this interviewer already has a payout with the reference. */
export async function insertPayout(tx: Tx, payout: NewPayout, lines: DueEntry[]): Promise<string> {
  const id = newId();
  await tx
    .insertInto("payouts")
    .values({ id, ...payout })
    .execute();
  await tx
    .insertInto("payoutLines")
    .values(lines.map((line) => ({ ...line, payoutId: id })))
    .execute();
  return id;
}

interface PaidEntriesFilter {
  interviewerId: string | undefined;
  from: Date | undefined;
  /** Exclusive. */
  until: Date | undefined;
}

/**
 * The entries of the payouts that match the filter, oldest payout first. Read in batches. Those of a part of the payouts
 * are looked up payout by payout: the planner would read the entries of all payouts even for a few days, because it
 * expects as many entries in each.
 */
export function readPaidEntries(database: Database, { interviewerId, from, until }: PaidEntriesFilter) {
  const isPart = interviewerId !== undefined || from !== undefined;
  const query = database
    .selectFrom("payouts as payout")
    .innerJoinLateral(
      (expression) =>
        expression
          .selectFrom("payoutLines")
          .select(["earningId", "kind", "amountPaise"])
          .whereRef("payoutId", "=", "payout.id")
          .$if(isPart, (lines) => lines.offset(sql.lit(0)))
          .as("line"),
      (join) => join.onTrue(),
    )
    .innerJoin("users as person", "person.id", "payout.interviewerId")
    .innerJoin("earnings as earning", "earning.id", "line.earningId")
    .innerJoin("bookings as booking", "booking.id", "earning.bookingId")
    .select(["payout.id as payoutId", "payout.paidAt", "payout.reference", "payout.amountPaise as sumPaise"])
    .select(["person.email", "person.firstName", "person.lastName"])
    .select(["line.kind", "line.amountPaise", "earning.bookingId", "booking.startsAt"])
    .$if(interviewerId !== undefined, (query) =>
      query.where("payout.interviewerId", "=", interviewerId ?? ""),
    )
    .$if(from !== undefined, (query) => query.where("payout.paidAt", ">=", from as Date))
    .$if(until !== undefined, (query) => query.where("payout.paidAt", "<", until as Date))
    .orderBy("payout.paidAt")
    .orderBy("payout.id")
    .orderBy("booking.startsAt")
    .orderBy("line.kind")
    .orderBy("line.earningId");
  return readWithCursor(database, query);
}

/** A payout with what decides whether it can be returned; null if it does not exist. */
export async function findReturnable(tx: Tx, id: string) {
  const row = await tx
    .selectFrom("payouts as payout")
    .innerJoin("users as person", "person.id", "payout.interviewerId")
    .leftJoin("payoutReturns as back", "back.payoutId", "payout.id")
    .select(["payout.id", "payout.interviewerId", "payout.amountPaise", "payout.reference"])
    .select(["person.email", "back.returnedAt"])
    .select(
      sql<Paise>`(select coalesce(-sum(amount_paise), 0)::int8 from payout_lines
        where payout_id = payout.id and kind = 'taken-back')`.as("deductedPaise"),
    )
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
  return row ?? null;
}
export type ReturnablePayout = NonNullable<Awaited<ReturnType<typeof findReturnable>>>;

/** Frees the payout's entries, which are due again. Rejects with `payout_returns_pkey` for a second return. */
export async function insertReturn(
  tx: Tx,
  back: { payoutId: string; reason: string; returnedAt: Date },
): Promise<void> {
  await tx.insertInto("payoutReturns").values(back).execute();
}

/** A payout with its recipient, and the deductions in it as a positive amount. */
export async function findPayout(database: Database, id: string) {
  return await database
    .selectFrom("payouts as payout")
    .innerJoin("users as person", "person.id", "payout.interviewerId")
    .leftJoin("payoutReturns as back", "back.payoutId", "payout.id")
    .select(["payout.amountPaise", "payout.reference", "person.email", "person.firstName"])
    .select("back.reason as returnReason")
    .select(
      sql<Paise>`(select coalesce(-sum(amount_paise), 0)::int8 from payout_lines
        where payout_id = payout.id and kind = 'taken-back')`.as("deductedPaise"),
    )
    .where("payout.id", "=", id)
    .executeTakeFirst();
}

interface NewDetails {
  id: string;
  interviewerId: string;
  sealed: Buffer;
  masked: MaskedDetails;
  createdAt: Date;
  usableAt: Date;
}

/** Inserts new details and replaces a pending change. The current details stay until the new ones take effect. */
export async function insertDetails(tx: Tx, { masked, ...details }: NewDetails): Promise<void> {
  await deletePendingDetails(tx, details.interviewerId, details.createdAt);
  await deleteReplacedDetails(tx, details.interviewerId, details.createdAt);
  await tx
    .insertInto("payoutDetails")
    .values({ ...details, masked: JSON.stringify(masked) })
    .execute();
}

/** Deletes a pending change. Returns false if there is none. */
export async function deletePendingDetails(tx: Tx, interviewerId: string, now: Date): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("payoutDetails")
    .where("interviewerId", "=", interviewerId)
    .where("usableAt", ">", now)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Deletes details older than the current ones. */
async function deleteReplacedDetails(tx: Tx, interviewerId: string, now: Date): Promise<void> {
  await sql`
    delete from payout_details old where interviewer_id = ${interviewerId} and exists (
      select from payout_details newer where newer.interviewer_id = old.interviewer_id
        and newer.usable_at <= ${now} and newer.usable_at > old.usable_at)`.execute(tx);
}

export async function deleteAllDetails(tx: Tx, interviewerId: string): Promise<void> {
  await tx.deleteFrom("payoutDetails").where("interviewerId", "=", interviewerId).execute();
}

/** An interviewer's details, the newest first; at most one is a pending change. */
export async function selectDetails(database: Database | Tx, interviewerId: string) {
  return await database
    .selectFrom("payoutDetails")
    .selectAll()
    .where("interviewerId", "=", interviewerId)
    .orderBy("usableAt", "desc")
    .execute();
}
export type DetailsRow = Awaited<ReturnType<typeof selectDetails>>[number];

/** The current details of each of these interviewers; those without any are left out. */
export async function selectUsableDetails(
  database: Database | Tx,
  interviewerIds: readonly string[],
  now: Date,
): Promise<Map<string, DetailsRow>> {
  if (interviewerIds.length === 0) return new Map();
  const rows = await database
    .selectFrom("payoutDetails")
    .distinctOn("interviewerId")
    .selectAll()
    .where("interviewerId", "in", interviewerIds)
    .where("usableAt", "<=", now)
    .orderBy("interviewerId")
    .orderBy("usableAt", "desc")
    .execute();
  return new Map(rows.map((row) => [row.interviewerId, row]));
}

export async function selectPendingTimes(
  database: Database,
  interviewerIds: readonly string[],
  now: Date,
): Promise<Map<string, Date>> {
  if (interviewerIds.length === 0) return new Map();
  const rows = await database
    .selectFrom("payoutDetails")
    .select(["interviewerId", "usableAt"])
    .where("interviewerId", "in", interviewerIds)
    .where("usableAt", ">", now)
    .execute();
  return new Map(rows.map(({ interviewerId, usableAt }) => [interviewerId, usableAt]));
}
