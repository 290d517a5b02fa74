import type { getRoundReport as endpoint } from "@greenroom/contract/practice/round-report.ts";
import { aiFeedbackSchema } from "@greenroom/contract/reports/report-shape.ts";
import type { z } from "zod";
import type { Actor } from "../../../core/actor.ts";
import type { Deps } from "../../../deps.ts";
import { openQuestionBank } from "../../questions/bank.ts";
import { linkExercises } from "../../reports/plan/link-exercises.ts";
import { unknownRound } from "../rounds.ts";
import { findRound, selectAnswersOfRound } from "../store.ts";
import { findRequest } from "./store.ts";

/** The report of the actor's round, with the hints that were used. Throws `not_found`. */
export async function getRoundReport(
  deps: Deps,
  actor: Actor,
  roundId: string,
): Promise<z.output<typeof endpoint.output>> {
  const round = await findRound(deps.database, roundId, actor.userId);
  if (round === null) throw unknownRound();
  const request = await findRequest(deps.database, roundId);
  if (request === undefined) return { state: "none", report: null, hints: [] };
  const bank = await openQuestionBank();
  const report = aiFeedbackSchema.safeParse(request.report).data ?? null;
  const answers = await selectAnswersOfRound(deps.database, roundId);
  const state =
    report !== null ? "made" : request.outcome === "waiting" ? ("waiting" as const) : ("failed" as const);
  return {
    state,
    report: report === null ? null : { ...report, plan: linkExercises(bank, report, "general") },
    hints: answers
      .filter(({ explanation }) => explanation !== "")
      .map(({ questionId, questionTitle, hintsOpenedAt }) => ({
        title: questionTitle,
        opened: hintsOpenedAt.length,
        total: bank.find(questionId)?.hints.length ?? hintsOpenedAt.length,
      })),
  };
}
