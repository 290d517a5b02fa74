import type { Paise } from "@greenroom/contract/kernel/money.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { newId } from "../../kernel/ids.ts";
import { type DueEntry, dueEntries } from "./payouts.ts";

export type BatchEntry = DueEntry & { interviewerId: string };

/** The entries that are due to these interviewers now. */
export async function selectDueEntriesOf(tx: Tx, interviewerIds: readonly string[]): Promise<BatchEntry[]> {
  const { rows } = await sql<BatchEntry>`
    select interviewer_id, earning_id, kind, amount_paise from (${dueEntries}) due
    where interviewer_id = any(${interviewerIds}::uuid[]) order by interviewer_id, earning_id, kind`.execute(
    tx,
  );
  return rows;
}

interface NewBatch {
  madeBy: string;
  now: Date;
  entries: readonly BatchEntry[];
}

/** Close the open one first, or it rejects with `payout_batches_one_open`. */
export async function insertBatch(tx: Tx, { madeBy, now, entries }: NewBatch): Promise<string> {
  const id = newId();
  await tx.insertInto("payoutBatches").values({ id, madeBy, madeAt: now }).execute();
  await sql`
    insert into payout_batch_lines (batch_id, interviewer_id, earning_id, kind, amount_paise)
    select ${id}::uuid, * from unnest(
      ${entries.map(({ interviewerId }) => interviewerId)}::uuid[], ${entries.map(({ earningId }) => earningId)}::uuid[],
      ${entries.map(({ kind }) => kind)}::text[], ${entries.map(({ amountPaise }) => amountPaise)}::int[])`.execute(
    tx,
  );
  return id;
}

export async function closeBatch(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable("payoutBatches")
    .set({ closedAt: now })
    .where("id", "=", id)
    .where("closedAt", "is", null)
    .execute();
}

function selectBatches(database: Database | Tx) {
  return database
    .selectFrom("payoutBatches as batch")
    .innerJoin("users as maker", "maker.id", "batch.madeBy")
    .select(["batch.id", "batch.madeAt", "batch.closedAt", "maker.email as madeBy"]);
}

/** The export that is not marked as paid yet; null without one. */
export async function findOpenBatch(database: Database | Tx) {
  return (await selectBatches(database).where("batch.closedAt", "is", null).executeTakeFirst()) ?? null;
}

export async function findBatch(database: Database | Tx, id: string) {
  return (await selectBatches(database).where("batch.id", "=", id).executeTakeFirst()) ?? null;
}

/** A batch, locked until the transaction ends. */
export async function lockBatch(tx: Tx, id: string) {
  return (await selectBatches(tx).where("batch.id", "=", id).forUpdate("batch").executeTakeFirst()) ?? null;
}

/** Whether the bank returned a transfer with this entry of the batch since it was made. It needs another export. */
const isReturned = sql<boolean>`exists (
  select from returned_payout_lines returned join payout_returns back on back.payout_id = returned.payout_id
    join payout_batches made on made.id = line.batch_id
  where returned.earning_id = line.earning_id and returned.kind = line.kind and back.returned_at >= made.made_at)`;

/** Whether the open export has this earning, so that the bank may have paid it already. */
export async function isInOpenBatch(tx: Tx, earningId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("payoutBatchLines as line")
    .innerJoin("payoutBatches as batch", "batch.id", "line.batchId")
    .select("line.earningId")
    .where("line.earningId", "=", earningId)
    .where("line.kind", "=", "earned")
    .where("batch.closedAt", "is", null)
    .where(sql<boolean>`not ${isReturned}`)
    .executeTakeFirst();
  return row !== undefined;
}

/** The entries of a batch as they were exported, of these interviewers, without those that the bank returned. */
export async function selectBatchEntries(
  tx: Tx,
  batchId: string,
  interviewerIds: readonly string[],
): Promise<BatchEntry[]> {
  const { rows } = await sql<BatchEntry>`
    select interviewer_id, earning_id, kind, amount_paise from payout_batch_lines line
    where batch_id = ${batchId} and interviewer_id = any(${interviewerIds}::uuid[]) and not ${isReturned}
    order by interviewer_id, earning_id, kind`.execute(tx);
  return rows;
}

export interface BatchPerson {
  personId: string;
  email: string;
  firstName: string;
  lastName: string;
  entries: number;
  /** As it was exported. */
  exportedPaise: Paise;
  /** The part that is not marked as paid yet, without what the bank returned. */
  openPaise: Paise;
  openEntries: number;
}

/** The interviewers of a batch, by address. */
export async function selectBatchPeople(database: Database | Tx, batchId: string): Promise<BatchPerson[]> {
  const { rows } = await sql<BatchPerson>`
    select person.id as person_id, person.email, person.first_name, person.last_name, count(*) as entries,
      sum(line.amount_paise)::int8 as exported_paise,
      coalesce(sum(line.amount_paise) filter (where paid.payout_id is null and not ${isReturned}), 0)::int8 as open_paise,
      count(*) filter (where paid.payout_id is null and not ${isReturned}) as open_entries
    from payout_batch_lines line
      join users person on person.id = line.interviewer_id
      left join payout_lines paid on paid.earning_id = line.earning_id and paid.kind = line.kind
    where line.batch_id = ${batchId}
    group by 1, 2, 3, 4 order by person.email`.execute(database);
  return rows;
}
