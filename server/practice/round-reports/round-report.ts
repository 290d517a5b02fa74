import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { getRoundReport as endpoint } from "@greenroom/contract/practice/round-report.ts";
import { type AiFeedback, aiFeedbackSchema } from "@greenroom/contract/schedule/report-shape.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Actor } from "../../kernel/actor.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { inTransaction, lockSubjects } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, conflict } from "../../kernel/errors.ts";
import { defineJob } from "../../kernel/jobs.ts";
import { lockAccount } from "../../people/accounts/account.ts";
import { linkExercises, readAnswers, storeDispute, storeRating } from "../../review/reports/read.ts";
import { openQuestionBank } from "../../room/questions/question-bank.ts";
import { findPause, type ModelPause } from "../model-calls.ts";
import { unknownRound } from "../rounds/answers.ts";
import { findRound, selectAnswersOfRound } from "../rounds/store.ts";

const pausedTexts: Record<ModelPause, string> = {
  limit: "Today's limit for the language model is reached. Try again tomorrow.",
  off: "The language model is switched off for now. Please try again later.",
};

/** Has the model draft the report of a practice round. Its calls may take two minutes. */
export const makeRoundReport = defineJob("practice.make-report", z.object({ roundId: z.string() }), {
  expireSeconds: 240,
});

/** The most reports of one person within 24 hours. Each may use 160,000 tokens, and practice is free. */
const mostInADay = 12;

/** Requests the reports of rounds that ended with a model, in the transaction that ends them. */
export async function requestReports(
  deps: Pick<Deps, "jobs" | "clock" | "ai">,
  tx: Tx,
  ended: readonly string[],
  userId: string,
): Promise<void> {
  if (deps.ai === null) return;
  const explained = await selectExplained(tx, ended);
  if (explained.length === 0) return;
  const now = deps.clock.now();
  const allowed = explained.slice(0, await countLeft(tx, userId, now));
  for (const roundId of await addRequests(tx, allowed, { userId, now })) {
    await deps.jobs.enqueue(tx, makeRoundReport, { roundId });
  }
}

/** How many reports a person can still request now. */
async function countLeft(tx: Tx, userId: string, now: Date): Promise<number> {
  return Math.max(0, mostInADay - (await countRequests(tx, userId, addMinutes(now, -24 * 60))));
}

/**
 * Requests the report of the actor's ended round if it has none, because its draft failed or the day's reports were
 * used up. Does nothing while it is being made. Throws `not_found` and `conflict`.
 */
export async function requestRoundReport(
  deps: Deps,
  { userId }: Actor,
  roundId: string,
): Promise<{ msg: string }> {
  return await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, userId);
    await lockSubjects(tx, [`practice of ${userId}`]);
    const round = await findRound(tx, { id: roundId, userId, now: deps.clock.now() });
    if (round === null) throw unknownRound();
    if (deps.ai === null || !round.usesModel) throw conflict("No language model takes part in this round.");
    if (round.endedAt === null) throw conflict("You can request a report once the round has ended.");
    if ((await selectExplained(tx, [roundId])).length === 0)
      throw conflict("This round has no explained answer to report on.");
    const outcome = (await findRequest(tx, roundId))?.outcome;
    if (outcome === "made") throw conflict("This round already has a report.");
    if (outcome !== "waiting") {
      const now = deps.clock.now();
      if ((await countLeft(tx, userId, now)) === 0)
        throw conflict(`You can have at most ${mostInADay} reports in 24 hours. Please try again later.`);
      const paused = await findPause({ ...deps, database: tx }, userId);
      if (paused !== null) throw conflict(pausedTexts[paused]);
      if (outcome === "failed") await repeatRequest(tx, roundId, { now, since: addMinutes(now, -24 * 60) });
      else await addRequests(tx, [roundId], { userId, now });
      await deps.jobs.enqueue(tx, makeRoundReport, { roundId });
    }
    return { msg: "The report is being drafted." };
  });
}

/** The report of the actor's round, if it is made, with the round. Throws `not_found` for others' rounds. */
async function findOwnReport(deps: Deps, { userId }: Actor, roundId: string) {
  const round = await findRound(deps.database, { id: roundId, userId, now: deps.clock.now() });
  if (round === null) throw unknownRound();
  const request = await findRequest(deps.database, roundId);
  return { round, request, report: aiFeedbackSchema.safeParse(request?.report).data ?? null };
}

/** The report of the actor's round. Throws `not_found`, also while it is not made. */
async function getFinishedReport(deps: Deps, actor: Actor, roundId: string): Promise<AiFeedback> {
  const { report } = await findOwnReport(deps, actor, roundId);
  if (report === null) throw new AppError("not_found", { msg: "This round has no report." });
  return report;
}

/** The report of the actor's round, with the hints that were used and what they said about it. Throws `not_found`. */
export async function getRoundReport(
  deps: Deps,
  actor: Actor,
  roundId: string,
): Promise<z.output<typeof endpoint.output>> {
  const { round, request, report } = await findOwnReport(deps, actor, roundId);
  const answers = await selectAnswersOfRound(deps.database, roundId);
  const explained = answers.filter(({ explanation }) => explanation !== "");
  const isFinal = request === undefined || request.outcome === "failed";
  const paused = isFinal ? await findPause(deps, actor.userId) : null;
  const canRequest =
    isFinal &&
    paused === null &&
    deps.ai !== null &&
    round.usesModel &&
    round.endedAt !== null &&
    explained.length > 0;
  if (request === undefined)
    return { state: "none", report: null, hints: [], disputes: [], useful: null, canRequest, paused };
  const bank = await openQuestionBank();
  const state =
    report !== null ? "made" : request.outcome === "waiting" ? ("waiting" as const) : ("failed" as const);
  return {
    state,
    report: report === null ? null : { ...report, plan: linkExercises(bank, report, "general") },
    hints: explained.map(({ questionId, questionTitle, hintsOpenedAt }) => ({
      title: questionTitle,
      opened: hintsOpenedAt.length,
      total: bank.find(questionId)?.hints.length ?? hintsOpenedAt.length,
    })),
    ...(await readAnswers(deps, { roundId })),
    canRequest,
    paused,
  };
}

/** Stores the actor's dispute of a claim about their round. Throws `not_found`. */
export async function disputeRoundClaim(
  deps: Deps,
  actor: Actor,
  { id: roundId, claimId, line }: { id: string; claimId: string; line: string },
): Promise<{ msg: string }> {
  const { claims } = await getFinishedReport(deps, actor, roundId);
  const dispute = { party: "interviewee" as const, readClaims: async () => claims, claimId, line };
  return await storeDispute(deps, actor, { roundId }, dispute);
}

/** Stores whether the report of the actor's round was useful. Throws `not_found`. */
export async function rateRoundReport(
  deps: Deps,
  actor: Actor,
  { id: roundId, useful }: { id: string; useful: boolean },
): Promise<{ msg: string }> {
  await getFinishedReport(deps, actor, roundId);
  return await storeRating(deps, actor, { roundId }, useful);
}

/**
 * The outcomes of the reports of interviews or practice rounds for the operator, latest attempt or request first,
 * without their text.
 */
export async function listReportOutcomes(
  database: Database,
  { ofRounds, limit, offset }: { ofRounds: boolean; limit: number; offset: number },
) {
  const makings = ofRounds
    ? sql`select round_id as id, outcome, requested_at as at, requests as tries, report, problem,
        (report is not null)::int as version, input_tokens, output_tokens from practice_reports`
    : sql`select attempts.booking_id as id, outcome, last_tried_at as at, tries, made.checked as report, problem, coalesce(made.version, 0) as version,
        coalesce(attempts.input_tokens, made.input_tokens) as input_tokens,
        coalesce(attempts.output_tokens, made.output_tokens) as output_tokens
        from report_makings attempts left join ai_reports made on made.booking_id = attempts.booking_id`;
  const subject = sql.ref(ofRounds ? "round_id" : "booking_id");
  const { rows } = await sql<Record<string, string | number>>`
    select id as ${sql.ref(ofRounds ? "round" : "booking")}, outcome, tries, version,
      to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as tried,
      case report -> 'source' ->> 'kind' when 'measured' then 'measured'
        else coalesce(report -> 'source' ->> 'name', 'none') end as source,
      coalesce((report ->> 'shown') || ' of ' || (report ->> 'checked'), 'none') as points,
      coalesce((input_tokens + coalesce(output_tokens, 0))::text, 'none') as tokens,
      (select count(*)::int from report_disputes where ${subject} = makings.id) as disputes,
      coalesce((select case when is_useful then 'yes' else 'no' end from report_ratings
        where ${subject} = makings.id), 'not said') as useful,
      coalesce(problem, '') as problem
    from (${makings}) makings order by at desc, id limit ${limit} offset ${offset}`.execute(database);
  return rows;
}

/** Marks rounds as waiting for their report. Returns those that did not have one. */
async function addRequests(
  tx: Tx,
  roundIds: readonly string[],
  { userId, now }: { userId: string; now: Date },
): Promise<string[]> {
  if (roundIds.length === 0) return [];
  const rows = await tx
    .insertInto("practiceReports")
    .values(roundIds.map((roundId) => ({ roundId, userId, outcome: "waiting", requestedAt: now })))
    .onConflict((conflict) => conflict.column("roundId").doNothing())
    .returning("roundId")
    .execute();
  return rows.map(({ roundId }) => roundId);
}

/**
 * Marks a round whose draft failed as waiting again, with a whole budget of tokens. Requests until `since` no longer
 * count for the limit.
 */
async function repeatRequest(
  tx: Tx,
  roundId: string,
  { now, since }: { now: Date; since: Date },
): Promise<void> {
  await tx
    .updateTable("practiceReports")
    .set(({ eb }) => ({
      outcome: "waiting",
      requestedAt: now,
      problem: null,
      requestTokens: 0,
      requests: eb
        .case()
        .when("requestedAt", ">", since)
        .then(eb("requests", "+", 1))
        .else(1)
        .end(),
    }))
    .where("roundId", "=", roundId)
    .execute();
}

/** How many reports a person has requested since an instant, each as often as it was requested. */
async function countRequests(tx: Tx, userId: string, since: Date): Promise<number> {
  const { count } = await tx
    .selectFrom("practiceReports")
    .select(({ fn }) => fn.sum<number | null>("requests").as("count"))
    .where("userId", "=", userId)
    .where("requestedAt", ">", since)
    .executeTakeFirstOrThrow();
  return Number(count ?? 0);
}

/** The rounds in which something was explained. */
async function selectExplained(tx: Tx, roundIds: readonly string[]): Promise<string[]> {
  if (roundIds.length === 0) return [];
  const rows = await tx
    .selectFrom("practiceAnswers")
    .select("roundId")
    .distinct()
    .where("roundId", "in", [...roundIds])
    .where("explanation", "!=", "")
    .execute();
  return rows.map(({ roundId }) => roundId);
}

export function findRequest(database: Database | Tx, roundId: string) {
  return database
    .selectFrom("practiceReports")
    .select(["roundId", "userId", "outcome", "requestedAt", "requestTokens", "report"])
    .where("roundId", "=", roundId)
    .executeTakeFirst();
}
