import type { getRoundReport as endpoint } from "@greenroom/contract/practice/round-report.ts";
import { type AiFeedback, aiFeedbackSchema } from "@greenroom/contract/schedule/report-shape.ts";
import type { z } from "zod";
import type { Actor } from "../../../kernel/actor.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { AppError } from "../../../kernel/errors.ts";
import { readAnswers } from "../../../review/reports/answers/store-answers.ts";
import { linkExercises } from "../../../review/reports/plan/link-exercises.ts";
import { openQuestionBank } from "../../../room/question-bank/bank.ts";
import { unknownRound } from "../change-answer.ts";
import { findPause } from "../model-calls.ts";
import { findRound, selectAnswersOfRound } from "../store.ts";
import { findRequest } from "./store.ts";

/** The report of the actor's round, if it is made, with the round. Throws `not_found` for others' rounds. */
async function findOwnReport(deps: Deps, { userId }: Actor, roundId: string) {
  const round = await findRound(deps.database, { id: roundId, userId, now: deps.clock.now() });
  if (round === null) throw unknownRound();
  const request = await findRequest(deps.database, roundId);
  return { round, request, report: aiFeedbackSchema.safeParse(request?.report).data ?? null };
}

/** The report of the actor's round. Throws `not_found`, also while it is not made. */
export async function getFinishedReport(deps: Deps, actor: Actor, roundId: string): Promise<AiFeedback> {
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
  if (request === undefined) {
    return { state: "none", report: null, hints: [], disputes: [], useful: null, canRequest, paused };
  }
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
