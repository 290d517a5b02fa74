import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { conflict } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { defineJob } from "../../kernel/jobs.ts";
import type { TextModel, TokenUsage } from "../../vendors/ai/port.ts";
import { estimateTokens } from "./drafting/prompt.ts";

/**
 * How long an attempt may take: longer than all calls of a model (110 s), and shorter than its job, so that the next
 * attempt of a job whose server stopped finds the lease run out.
 */
const leaseSeconds = 180;

export interface Attempt {
  bookingId: string;
  leaseId: string;
  firstTriedAt: Date;
  /** The tokens of all attempts before, input and output together. */
  usedTokens: number;
  /** True if the model answered any of them. Only a complete answer has output tokens. */
  wasAnswered: boolean;
}

/**
 * Begins an attempt at a report. Throws `conflict` while another one is under way: two at once would pay the model
 * twice. The lease is a row, because no lock may be held during the model's calls.
 */
export async function startAttempt({ database, clock }: Deps, bookingId: string): Promise<Attempt> {
  const now = clock.now();
  const leaseId = newId();
  const leasedUntil = new Date(now.getTime() + leaseSeconds * 1000);
  const { rows } = await sql<Omit<Attempt, "bookingId" | "leaseId">>`
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
  const [taken] = rows;
  if (taken === undefined) {
    throw conflict("This report is being made right now. Please try again in a few minutes.");
  }
  return { bookingId, leaseId, ...taken };
}

interface EndOfAttempt {
  /** The tokens of this attempt; null if no model was asked. */
  usage: TokenUsage | null;
  /** Null if no report was stored. */
  outcome: "made" | "late" | null;
  problem: string | null;
}

/**
 * Ends an attempt, so that the next one can begin, and adds its tokens. The problem of an attempt without a report is
 * stored only while there is none. Returns false if the lease had run out and another attempt took it; nothing is stored
 * then.
 */
export async function endAttempt(
  database: Database | Tx,
  { bookingId, leaseId }: Attempt,
  { usage, outcome, problem }: EndOfAttempt,
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
    .where("bookingId", "=", bookingId)
    .where("leaseId", "=", leaseId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface CountedModel {
  model: TextModel;
  /**
   * The tokens of all of its complete answers so far, also of those that nobody could use. A call that we gave up counts
   * with the estimated size of its request, because the provider charges for what it has read.
   */
  usage: TokenUsage;
}

export function countUsage(model: TextModel): CountedModel {
  const usage: TokenUsage = { inputTokens: 0, outputTokens: 0 };
  const counted: TextModel = {
    ...model,
    async complete(request, signal) {
      try {
        const answer = await model.complete(request, signal);
        usage.inputTokens += answer.usage.inputTokens;
        usage.outputTokens += answer.usage.outputTokens;
        return answer;
      } catch (error) {
        if (signal.aborted) usage.inputTokens += estimateTokens(request.instructions, request.data);
        throw error;
      }
    },
  };
  return { model: counted, usage };
}

/** Makes the report of a completed interview, unless it exists. Its calls may take two minutes. */
export const makeReport = defineJob("reports.make", z.object({ bookingId: z.string() }), {
  expireSeconds: 240,
});

/** Older interviews stay without a report: nobody waits for it, and much of their record may be gone. */
const windowDays = 30;
/** How long after the usual time a report counts as missing, and not as late. */
const graceMinutes = 60;
/** How long after its last attempt a report counts as given up: a job is retried for about 13 hours. */
const givenUpMinutes = 24 * 60;
/** The most in one run. The next run, an hour later, takes the next ones. */
const batchSize = 50;

/**
 * Enqueues the reports of completed interviews that have none and no attempt at one, and of those whose attempts were
 * given up: their job failed too often, or an operator's attempt failed and has no job. Returns how many.
 */
export async function enqueueMissingReports({ database, jobs, clock, config }: Deps): Promise<number> {
  const now = clock.now();
  return await inTransaction(database, async (tx) => {
    const endedAfter = addMinutes(now, -windowDays * 24 * 60);
    const completedBefore = addMinutes(now, -config.correctionMinutes - graceMinutes);
    const triedBefore = addMinutes(now, -givenUpMinutes);
    // As a literal: without it, PostgreSQL expects so many rows that it plans the query anew each time.
    const most = sql.lit(batchSize);
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
    await jobs.enqueueAll(
      tx,
      makeReport,
      rows.map(({ id }) => ({ bookingId: id })),
    );
    return rows.length;
  });
}
