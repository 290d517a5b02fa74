import type { MaskedDetails } from "@greenroom/contract/people/interviewers/payout-details.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../../kernel/db/database.ts";

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
