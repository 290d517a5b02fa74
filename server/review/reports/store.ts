import type { Party } from "@greenroom/contract/schedule/bookings.ts";
import type { AiFeedback, Measured } from "@greenroom/contract/schedule/report-shape.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../kernel/db/database.ts";
import type { TokenUsage } from "../../vendors/ai/port.ts";

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

interface NewLease {
  bookingId: string;
  leaseId: string;
  leasedUntil: Date;
  now: Date;
}

export interface TakenLease {
  firstTriedAt: Date;
  /** The tokens of all attempts before, input and output together. */
  usedTokens: number;
  /** True if the model answered any of them. Only a complete answer has output tokens. */
  wasAnswered: boolean;
}

/** Counts an attempt and takes the lease for it; null while another attempt holds it. */
export async function takeLease(
  database: Database,
  { bookingId, leaseId, leasedUntil, now }: NewLease,
): Promise<TakenLease | null> {
  const { rows } = await sql<TakenLease>`
    insert into report_makings as attempts
      (booking_id, first_tried_at, last_tried_at, tries, outcome, lease_id, leased_until)
    values (${bookingId}, ${now}, ${now}, 1,
      case when exists (select from ai_reports where booking_id = ${bookingId}) then 'made' else 'waiting' end,
      ${leaseId}, ${leasedUntil})
    on conflict (booking_id) do update
      set last_tried_at = excluded.last_tried_at, tries = attempts.tries + 1,
        lease_id = excluded.lease_id, leased_until = excluded.leased_until
      where attempts.leased_until is null or attempts.leased_until <= ${now}
    returning first_tried_at,
      (coalesce(input_tokens, 0) + coalesce(output_tokens, 0))::int as used_tokens,
      coalesce(output_tokens, 0) > 0 as was_answered`.execute(database);
  return rows[0] ?? null;
}

interface EndOfAttempt {
  bookingId: string;
  leaseId: string;
  /** The tokens of this attempt; null if no model was asked. */
  usage: TokenUsage | null;
  costMicros: number | null;
  /** Null if no report was stored. */
  outcome: "made" | "late" | null;
  problem: string | null;
}

/**
 * Gives the lease back and adds the tokens. The problem of an attempt without a report is stored only while there is
 * none. Returns false if the lease had run out and another attempt took it; nothing is stored then.
 */
export async function endLease(
  database: Database | Tx,
  { bookingId, leaseId, usage, costMicros, outcome, problem }: EndOfAttempt,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable("reportMakings")
    .set({ leaseId: null, leasedUntil: null })
    .$if(outcome !== null, (query) => query.set({ outcome: outcome ?? undefined, problem }))
    .$if(outcome === null, (query) =>
      query.set({
        problem: sql<string | null>`case when exists
          (select from ai_reports where booking_id = ${bookingId}) then problem else ${problem} end`,
      }),
    )
    .$if(usage !== null, (query) =>
      query.set({
        inputTokens: sql`coalesce(input_tokens, 0) + ${usage?.inputTokens ?? 0}`,
        outputTokens: sql`coalesce(output_tokens, 0) + ${usage?.outputTokens ?? 0}`,
      }),
    )
    .$if(costMicros !== null, (query) =>
      query.set({ costMicros: sql`coalesce(cost_micros, 0) + ${costMicros}` }),
    )
    .where("bookingId", "=", bookingId)
    .where("leaseId", "=", leaseId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

interface WithoutReport {
  endedAfter: Date;
  completedBefore: Date;
  /** No job tries a report again whose last attempt was before this. */
  triedBefore: Date;
  limit: number;
}

/** Completed interviews of open accounts whose report was never tried, or was given up without one, newest first. */
export async function selectWithoutReport(
  tx: Tx,
  { endedAfter, completedBefore, triedBefore, limit }: WithoutReport,
): Promise<string[]> {
  // As a literal: without it, PostgreSQL expects so many rows that it plans the query anew each time.
  const most = sql.lit(limit);
  const { rows } = await sql<{ id: string }>`
    with due as (
      (select id from bookings booking
        where status = 'completed' and ends_at > ${endedAfter} and completed_at < ${completedBefore}
          and not exists (select from report_makings attempts where attempts.booking_id = booking.id)
          and not exists (select from ai_reports made where made.booking_id = booking.id)
          and exists (select from users where id = booking.interviewee_id and deleted_at is null)
        order by ends_at desc limit ${most})
      union all
      (select booking.id from report_makings attempts
        join bookings booking on booking.id = attempts.booking_id
          and booking.status = 'completed' and booking.ends_at > ${endedAfter}
        where attempts.outcome = 'waiting'
          and attempts.last_tried_at > ${endedAfter} and attempts.last_tried_at < ${triedBefore}
          and not exists (select from ai_reports made where made.booking_id = booking.id)
          and exists (select from users where id = booking.interviewee_id and deleted_at is null)
        order by attempts.last_tried_at desc limit ${most}))
    select id from due limit ${most}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The outcome of making each report, latest attempt first. */
export function selectReportOutcomes(
  database: Database,
  { limit, offset }: { limit: number; offset: number },
) {
  return database
    .selectFrom("reportMakings as attempts")
    .leftJoin("aiReports as made", "made.bookingId", "attempts.bookingId")
    .leftJoin("reportRatings as rating", "rating.bookingId", "attempts.bookingId")
    .select([
      "attempts.bookingId",
      "attempts.lastTriedAt",
      "attempts.tries",
      "attempts.outcome",
      "attempts.problem",
      "made.version",
      "rating.isUseful",
      // Reports from before tokens were counted for each attempt.
      sql<number | null>`coalesce(attempts.input_tokens, made.input_tokens)`.as("inputTokens"),
      sql<number | null>`coalesce(attempts.output_tokens, made.output_tokens)`.as("outputTokens"),
      sql<number | null>`coalesce(attempts.cost_micros, made.cost_micros)`.as("costMicros"),
      sql<AiFeedback["source"] | null>`made.checked -> 'source'`.as("source"),
      sql<number | null>`(made.checked ->> 'shown')::integer`.as("shown"),
      sql<number | null>`(made.checked ->> 'checked')::integer`.as("checkedClaims"),
      sql<number>`(select count(*)::integer from report_disputes where booking_id = attempts.booking_id)`.as(
        "disputes",
      ),
    ])
    .orderBy("attempts.lastTriedAt", "desc")
    .orderBy("attempts.bookingId")
    .limit(limit)
    .offset(offset)
    .execute();
}

/** The subject of a report: an interview, or a practice round. */
export type ReportSubject = { bookingId: string } | { roundId: string };

function keyOf(subject: ReportSubject): { column: "bookingId" | "roundId"; id: string } {
  return "bookingId" in subject
    ? { column: "bookingId", id: subject.bookingId }
    : { column: "roundId", id: subject.roundId };
}

interface NewDispute {
  claimId: string;
  userId: string;
  party: Party;
  line: string;
  madeAt: Date;
}

export async function putDispute(tx: Tx, subject: ReportSubject, dispute: NewDispute): Promise<void> {
  const { column, id } = keyOf(subject);
  const { line, madeAt, userId } = dispute;
  await tx
    .insertInto("reportDisputes")
    .values({ [column]: id, ...dispute })
    .onConflict((conflict) =>
      conflict.columns([column, "claimId", "party"]).doUpdateSet({ line, madeAt, userId }),
    )
    .execute();
}

export function selectDisputes(database: Database | Tx, subject: ReportSubject) {
  const { column, id } = keyOf(subject);
  return database
    .selectFrom("reportDisputes")
    .select(["claimId", "party", "line"])
    .where(column, "=", id)
    .orderBy("madeAt")
    .limit(100)
    .execute();
}

interface Rating {
  userId: string;
  isUseful: boolean;
  ratedAt: Date;
}

export async function putRating(tx: Tx, subject: ReportSubject, rating: Rating): Promise<void> {
  const { column, id } = keyOf(subject);
  const { isUseful, ratedAt } = rating;
  await tx
    .insertInto("reportRatings")
    .values({ [column]: id, ...rating })
    .onConflict((conflict) => conflict.column(column).doUpdateSet({ isUseful, ratedAt }))
    .execute();
}

export async function findRating(database: Database, subject: ReportSubject): Promise<boolean | null> {
  const { column, id } = keyOf(subject);
  const row = await database
    .selectFrom("reportRatings")
    .select("isUseful")
    .where(column, "=", id)
    .executeTakeFirst();
  return row?.isUseful ?? null;
}

interface KnownInterview {
  bookingId: string;
  startsAt: Date;
  interviewerName: string;
  /** `aiFeedbackSchema`, as it was stored; null while there is no checked report. */
  checked: unknown;
  hasReport: boolean;
  doneClaims: string[];
}

interface InterviewsToRead {
  intervieweeId: string;
  /** The interviewer who reads: their interviews without feedback are omitted. Null for the interviewee. */
  interviewerId: string | null;
  limit: number;
}

/** A person's interviews with a checked report or the mentor's scores, newest first. */
export async function selectKnownInterviews(
  database: Database,
  { intervieweeId, interviewerId, limit }: InterviewsToRead,
): Promise<KnownInterview[]> {
  const { rows } = await sql<KnownInterview>`
    select booking.id as booking_id, booking.starts_at, made.checked, made.booking_id is not null as has_report,
      trim(interviewer.first_name || ' ' || interviewer.last_name) as interviewer_name,
      array(select claim_id::text from report_exercises where booking_id = booking.id) as done_claims
    from (
      select booking_id from ai_reports where interviewee_id = ${intervieweeId} and checked is not null
      union
      select booking_id from feedback_scores where interviewee_id = ${intervieweeId}
    ) known
    join bookings booking on booking.id = known.booking_id
    join users interviewer on interviewer.id = booking.interviewer_id
    left join ai_reports made on made.booking_id = known.booking_id
    where (booking.interviewer_id is distinct from ${interviewerId}::uuid
        or exists (select from feedback_files where booking_id = booking.id))
    order by booking.starts_at desc, booking.id limit ${limit}`.execute(database);
  return rows;
}

interface DoneExercise {
  bookingId: string;
  /** The claim of an exercise, or the id of one of the mentor's next steps. */
  claimId: string;
  userId: string;
  doneAt: Date;
}

export async function putExercise(tx: Tx, exercise: DoneExercise): Promise<void> {
  await tx
    .insertInto("reportExercises")
    .values(exercise)
    .onConflict((conflict) => conflict.columns(["bookingId", "claimId"]).doNothing())
    .execute();
}

export async function deleteExercise(
  database: Database,
  { bookingId, claimId }: { bookingId: string; claimId: string },
): Promise<void> {
  await database
    .deleteFrom("reportExercises")
    .where("bookingId", "=", bookingId)
    .where("claimId", "=", claimId)
    .execute();
}

/** Done exercises of these claims only, because a report that was made again may have others. */
export async function selectDoneExercises(
  database: Database,
  bookingId: string,
  claimIds: readonly string[],
): Promise<string[]> {
  if (claimIds.length === 0) return [];
  const rows = await database
    .selectFrom("reportExercises")
    .select("claimId")
    .where("bookingId", "=", bookingId)
    .where("claimId", "in", claimIds)
    .execute();
  return rows.map(({ claimId }) => claimId);
}

export async function deleteExercisesOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("reportExercises").where("userId", "=", userId).execute();
}
