import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { AiFeedback } from "@greenroom/contract/schedule/report-shape.ts";
import { z } from "zod";
import type { Database } from "../../kernel/db/database.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { defineJob } from "../../kernel/jobs.ts";
import type { TextModel, TokenUsage } from "../../vendors/ai/port.ts";
import { estimateTokens } from "./drafting/prompt.ts";
import { endLease, selectReportOutcomes, selectWithoutReport, type TakenLease, takeLease } from "./store.ts";

/**
 * How long an attempt may take: longer than all calls of a model (110 s), and shorter than its job, so that the next
 * attempt of a job whose server stopped finds the lease run out.
 */
const leaseSeconds = 180;

export interface Attempt extends TakenLease {
  bookingId: string;
  leaseId: string;
}

/**
 * Begins an attempt at a report. Throws `conflict` while another one is under way: two at once would pay the model
 * twice. The lease is a row, because no lock may be held during the model's calls.
 */
export async function startAttempt({ database, clock }: Deps, bookingId: string): Promise<Attempt> {
  const now = clock.now();
  const leaseId = newId();
  const leasedUntil = new Date(now.getTime() + leaseSeconds * 1000);
  const taken = await takeLease(database, { bookingId, leaseId, leasedUntil, now });
  if (taken === null) {
    throw new AppError("conflict", {
      msg: "This report is being made right now. Please try again in a few minutes.",
    });
  }
  return { bookingId, leaseId, ...taken };
}

/** Ends an attempt that made no report, so that the next one can begin, and counts its tokens. */
export async function endFailedAttempt(
  deps: Deps,
  { bookingId, leaseId }: Attempt,
  { usage, problem }: { usage: TokenUsage | null; problem: string | null },
): Promise<void> {
  const costMicros = costOf(deps, usage);
  await endLease(deps.database, { bookingId, leaseId, usage, costMicros, outcome: null, problem });
}

/** The cost of these tokens in millionths of a US dollar; null without prices. */
export function costOf({ config }: Deps, usage: TokenUsage | null): number | null {
  const prices = config.ai?.prices ?? null;
  if (usage === null || prices === null) return null;
  return Math.round(usage.inputTokens * prices.input + usage.outputTokens * prices.output);
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
export const makeReport = defineJob({
  name: "reports.make",
  payload: z.object({ bookingId: z.string() }),
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
    const found = await selectWithoutReport(tx, {
      endedAfter: addMinutes(now, -windowDays * 24 * 60),
      completedBefore: addMinutes(now, -config.correctionMinutes - graceMinutes),
      triedBefore: addMinutes(now, -givenUpMinutes),
      limit: batchSize,
    });
    await jobs.enqueueAll(
      tx,
      makeReport,
      found.map((bookingId) => ({ bookingId })),
    );
    return found.length;
  });
}

/** The outcome of making each report, latest attempt first, for the operator. */
export async function listReportOutcomes(database: Database, page: { limit: number; offset: number }) {
  const rows = await selectReportOutcomes(database, page);
  return rows.map((row) => ({
    booking: row.bookingId,
    outcome: row.outcome,
    tried: row.lastTriedAt.toISOString(),
    tries: row.tries,
    version: row.version ?? "none",
    ...presentReportOutcome(row),
  }));
}

interface ReportOutcome {
  source: AiFeedback["source"] | null;
  shown: number | null;
  checkedClaims: number | null;
  inputTokens: number | null;
  outputTokens: number | null;
  costMicros: string | number | bigint | null;
  disputes: number;
  isUseful: boolean | null;
  problem: string | null;
}

/** The cost of a report and the answers to it, as texts for the operator. */
export function presentReportOutcome(outcome: ReportOutcome) {
  const { source, shown, checkedClaims, inputTokens, outputTokens, costMicros } = outcome;
  return {
    source: source === null ? "none" : source.kind === "measured" ? "measured" : source.name,
    points: shown === null ? "none" : `${shown} of ${checkedClaims}`,
    tokens: inputTokens === null ? "none" : inputTokens + (outputTokens ?? 0),
    dollars: costMicros === null ? "unknown" : (Number(costMicros) / 1_000_000).toFixed(4),
    disputes: outcome.disputes,
    useful: outcome.isUseful === null ? "not said" : outcome.isUseful ? "yes" : "no",
    problem: outcome.problem ?? "",
  };
}
