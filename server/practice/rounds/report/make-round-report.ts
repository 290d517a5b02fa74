import { areasOf } from "@greenroom/contract/review/rubrics/tracks.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { countUsage } from "../../../review/reports/drafting/count-usage.ts";
import { judgeReport } from "../../../review/reports/drafting/judge-report.ts";
import { endsDrafting, modelJudge } from "../../../review/reports/drafting/model-judge.ts";
import { costOf } from "../../../review/reports/making/start-attempt.ts";
import { openQuestionBank } from "../../../room/question-bank/bank.ts";
import { ModelPaused, practiceModel } from "../model-calls.ts";
import { findRound, selectAnswersOfRound } from "../store.ts";
import { recordOfRound } from "./round-record.ts";
import { findRequest, putReport, recordProblem } from "./store.ts";
import { unrelatedAnswers } from "./unrelated-answers.ts";

/** The time limit for all calls for one report, in milliseconds. */
const reportWithin = 110_000;
/** How long after the end of the round we wait for an unavailable model. */
const awayMinutes = 30;

/**
 * Has the model draft the report of a round, once, with the judge and the checks of interviews' reports. Rejects while
 * the model is unavailable, so that the job is retried, and gives up after half an hour, or once the attempts have used
 * the request's tokens: the measured facts and the model answers are on the answers' own pages.
 */
export async function makeDueRoundReport(deps: Deps, { roundId }: { roundId: string }): Promise<void> {
  const request = await findRequest(deps.database, roundId);
  if (request?.outcome !== "waiting") return;
  const now = deps.clock.now();
  const round = await findRound(deps.database, { id: roundId, userId: request.userId, now });
  if (round === null) return;
  const counted = deps.ai === null ? null : countUsage(practiceModel(deps, deps.ai, request.userId));
  const usage = counted?.usage ?? { inputTokens: 0, outputTokens: 0 };
  const attempt = () => ({ usage, costMicros: costOf(deps, counted === null ? null : usage) });
  const fail = (problem: string, { isFinal }: { isFinal: boolean }) =>
    recordProblem(deps.database, roundId, { problem: problem.slice(0, 500), isFinal, ...attempt() });
  if (counted === null) return await fail("no model is configured any more", { isFinal: true });
  const answers = await selectAnswersOfRound(deps.database, roundId);
  const bank = await openQuestionBank();
  const record = recordOfRound(bank, round, answers);
  const unrelated = unrelatedAnswers(bank, record);
  const areas = areasOf("general").map(({ name, label }) => ({ name, label }));
  const input = { record, rubric: { areas }, mentorScores: [], earlier: [], now, unrelated };
  try {
    const judge = modelJudge(counted.model, undefined, request.requestTokens);
    const { report } = await judgeReport(judge, input, { workers: deps.workers, within: reportWithin });
    await putReport(deps.database, roundId, { report, ...attempt(), madeAt: now });
  } catch (error) {
    const isUnusable = endsDrafting(error) || error instanceof ModelPaused;
    const isOver = now.getTime() - request.requestedAt.getTime() >= awayMinutes * 60_000;
    await fail(reasonOf(error), { isFinal: isUnusable || isOver });
    if (!isUnusable && !isOver) throw error;
    deps.log.warn({ roundId, problem: reasonOf(error) }, "a practice round got no report");
  }
}

/** The cause in one line, without any words of the round. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : "";
  return `${error instanceof Error ? error.message : String(error)}${cause}`;
}
