import type { AiFeedback } from "@greenroom/contract/schedule/report-shape.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../../kernel/db/database.ts";
import type { TokenUsage } from "../../../vendors/ai/port.ts";

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
