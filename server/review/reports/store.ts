import type { AiFeedback, Measured } from "@greenroom/contract/schedule/report-shape.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../kernel/db/database.ts";

export interface NewReport {
  bookingId: string;
  intervieweeId: string;
  checked: AiFeedback;
  usage: { inputTokens: number; outputTokens: number } | null;
  costMicros: number | null;
  createdAt: Date;
}

/**
 * Stores a report. Returns false if one exists and `replace` is not set, or if the interviewee's account is closed.
 * Replacing a report increments its version.
 */
export async function putReport(
  tx: Tx,
  made: NewReport,
  { replace }: { replace: boolean },
): Promise<boolean> {
  if (!(await lockAccountIfOpen(tx, made.intervieweeId))) return false;
  const written = {
    checked: JSON.stringify(made.checked),
    inputTokens: made.usage?.inputTokens ?? null,
    outputTokens: made.usage?.outputTokens ?? null,
    costMicros: made.costMicros,
    createdAt: made.createdAt,
  };
  const insert = tx
    .insertInto("aiReports")
    .values({ bookingId: made.bookingId, intervieweeId: made.intervieweeId, ...written });
  const { numInsertedOrUpdatedRows } = await insert
    .onConflict((conflict) =>
      replace
        ? conflict.column("bookingId").doUpdateSet({ ...written, version: sql`ai_reports.version + 1` })
        : conflict.column("bookingId").doNothing(),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Returns false once this person has closed their account. */
export async function hasOpenAccount(database: Database, userId: string): Promise<boolean> {
  const row = await database
    .selectFrom("users")
    .select("id")
    .where("id", "=", userId)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether this account is open. Until the transaction ends, it stays so. */
export async function lockAccountIfOpen(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("users")
    .select("id")
    .where("id", "=", userId)
    .where("deletedAt", "is", null)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

export function findReport(database: Database | Tx, bookingId: string) {
  return database
    .selectFrom("aiReports")
    .select(["bookingId", "checked", "createdAt"])
    .where("bookingId", "=", bookingId)
    .executeTakeFirst();
}

export function findReportForUpdate(tx: Tx, bookingId: string) {
  return tx
    .selectFrom("aiReports")
    .select("checked")
    .where("bookingId", "=", bookingId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function replaceChecked(tx: Tx, bookingId: string, checked: AiFeedback): Promise<void> {
  await tx
    .updateTable("aiReports")
    .set({ checked: JSON.stringify(checked) })
    .where("bookingId", "=", bookingId)
    .execute();
}

/** The reports of interviews that this person gave, some at a time, locked until the transaction ends. */
export async function selectReportsGivenBy(
  tx: Tx,
  { interviewerId, after, limit }: { interviewerId: string; after: string | null; limit: number },
): Promise<{ bookingId: string; checked: unknown }[]> {
  return await tx
    .selectFrom("aiReports as made")
    .innerJoin("bookings as booking", "booking.id", "made.bookingId")
    .select(["made.bookingId", "made.checked"])
    .where("booking.interviewerId", "=", interviewerId)
    .where("made.checked", "is not", null)
    .$if(after !== null, (query) => query.where("made.bookingId", ">", after))
    .orderBy("made.bookingId")
    .limit(limit)
    .forNoKeyUpdate(["made"])
    .execute();
}

/** The measurements of a person's interviews before this one, newest first. */
export async function selectEarlierMeasured(
  database: Database,
  { intervieweeId, startsAt }: { intervieweeId: string; startsAt: Date },
  limit: number,
): Promise<Measured[]> {
  const { rows } = await sql<{ measured: Measured | null }>`
    select checked -> 'measured' as measured from ai_reports made
    join bookings booking on booking.id = made.booking_id
    where made.interviewee_id = ${intervieweeId} and booking.starts_at < ${startsAt} and checked is not null
    order by booking.starts_at desc limit ${limit}`.execute(database);
  return rows.flatMap(({ measured }) => measured ?? []);
}

/**
 * Deletes the reports about a person with both parties' disputes, and the person's disputes to reports about
 * others.
 */
export async function deleteReportsOf(tx: Tx, userId: string): Promise<void> {
  const about = tx.selectFrom("bookings").select("id").where("intervieweeId", "=", userId);
  await tx
    .deleteFrom("reportDisputes")
    .where((where) => where.or([where("userId", "=", userId), where("bookingId", "in", about)]))
    .execute();
  await tx.deleteFrom("reportRatings").where("userId", "=", userId).execute();
  await tx.deleteFrom("aiReports").where("intervieweeId", "=", userId).execute();
}
