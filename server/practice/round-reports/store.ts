import type { AiFeedback } from "@greenroom/contract/schedule/report-shape.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../kernel/db/database.ts";
import type { TokenUsage } from "../../vendors/ai/port.ts";

/** Marks rounds as waiting for their report. Returns those that did not have one. */
export async function addRequests(
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
export async function repeatRequest(
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
export async function countRequests(tx: Tx, userId: string, since: Date): Promise<number> {
  const { count } = await tx
    .selectFrom("practiceReports")
    .select(({ fn }) => fn.sum<number | null>("requests").as("count"))
    .where("userId", "=", userId)
    .where("requestedAt", ">", since)
    .executeTakeFirstOrThrow();
  return Number(count ?? 0);
}

/** The rounds in which something was explained. */
export async function selectExplained(tx: Tx, roundIds: readonly string[]): Promise<string[]> {
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

interface Attempt {
  usage: TokenUsage;
  costMicros: number | null;
}

/** Stores a report. Does nothing if its account was closed meanwhile, because the request is gone then. */
export async function putReport(
  database: Database,
  roundId: string,
  { report, madeAt, ...attempt }: Attempt & { report: AiFeedback; madeAt: Date },
): Promise<void> {
  await database
    .updateTable("practiceReports")
    .set({
      outcome: "made",
      report: JSON.stringify(report),
      ...added(attempt),
      madeAt,
      problem: null,
    })
    .where("roundId", "=", roundId)
    .where("outcome", "=", "waiting")
    .execute();
}

/** Stores why there is no report, or not yet. */
export async function recordProblem(
  database: Database,
  roundId: string,
  { problem, isFinal, ...attempt }: Attempt & { problem: string; isFinal: boolean },
): Promise<void> {
  await database
    .updateTable("practiceReports")
    .set({ problem, ...added(attempt), ...(isFinal ? { outcome: "failed" } : {}) })
    .where("roundId", "=", roundId)
    .where("outcome", "=", "waiting")
    .execute();
}

/** The tokens and the cost of all attempts with this one. */
function added({ usage: { inputTokens, outputTokens }, costMicros }: Attempt) {
  return {
    inputTokens: sql<number>`coalesce(input_tokens, 0) + ${inputTokens}`,
    outputTokens: sql<number>`coalesce(output_tokens, 0) + ${outputTokens}`,
    requestTokens: sql<number>`request_tokens + ${inputTokens + outputTokens}`,
    ...(costMicros === null ? {} : { costMicros: sql<number>`coalesce(cost_micros, 0) + ${costMicros}` }),
  };
}

/** The reports of a person that were made, oldest first, for their export. */
export function selectReports(
  database: Database,
  userId: string,
  { after, limit }: { after: string | null; limit: number },
) {
  return database
    .selectFrom("practiceReports")
    .select(["roundId", "madeAt", "report"])
    .where("userId", "=", userId)
    .where("outcome", "=", "made")
    .$if(after !== null, (query) => query.where("roundId", ">", after as string))
    .orderBy("roundId")
    .limit(limit)
    .execute();
}

/** The outcome of each request, latest first. */
export function selectRequests(database: Database, { limit, offset }: { limit: number; offset: number }) {
  return database
    .selectFrom("practiceReports as made")
    .leftJoin("reportRatings as rating", "rating.roundId", "made.roundId")
    .select([
      "made.roundId",
      "made.outcome",
      "made.requestedAt",
      "made.requests",
      "made.problem",
      "made.inputTokens",
      "made.outputTokens",
      "made.costMicros",
      "rating.isUseful",
      sql<AiFeedback["source"] | null>`made.report -> 'source'`.as("source"),
      sql<number | null>`(made.report ->> 'shown')::integer`.as("shown"),
      sql<number | null>`(made.report ->> 'checked')::integer`.as("checkedClaims"),
      sql<number>`(select count(*)::integer from report_disputes where round_id = made.round_id)`.as(
        "disputes",
      ),
    ])
    .orderBy("made.requestedAt", "desc")
    .orderBy("made.roundId")
    .limit(limit)
    .offset(offset)
    .execute();
}
