import { Readable } from "node:stream";
import type { Actor } from "../../kernel/actor.ts";
import type { Deps } from "../../kernel/deps.ts";
import { openQuestionBank, type QuestionBank } from "../../room/question-bank/bank.ts";
import { listQuestionsInInterview } from "../../room/questions/questions-in-interview.ts";
import { exportDrills } from "../drills/export-drills.ts";
import { presentAnswer } from "./present.ts";
import { selectReports } from "./report/store.ts";
import { selectAnswers } from "./store.ts";

const pageSize = 100;

/** Exports all of the actor's answers, drills and reports as JSON, one page at a time. */
export async function exportPractice(deps: Deps, actor: Actor): Promise<Readable> {
  const bank = await openQuestionBank();
  const drills = await exportDrills(deps, actor);
  return Readable.from(writeExport(deps, actor, bank, drills));
}

async function* writeExport(
  deps: Deps,
  actor: Actor,
  bank: QuestionBank,
  drills: object,
): AsyncGenerator<string> {
  yield `{"madeAt":${JSON.stringify(deps.clock.now())},"drills":${JSON.stringify(drills)},"answers":[`;
  let after: Awaited<ReturnType<typeof selectAnswers>>[number] | undefined;
  let separator = "";
  const inInterview = await listQuestionsInInterview(deps.database, actor, deps.clock.now());
  do {
    const page = await selectAnswers(deps.database, actor.userId, { after: after ?? null, limit: pageSize });
    for (const answer of page) {
      const { key: _, ...own } = presentAnswer(bank, answer);
      if (inInterview.has(answer.questionId)) own.hints.opened = [];
      yield `${separator}${JSON.stringify({ role: answer.role, ...own })}`;
      separator = ",\n";
    }
    after = page.length < pageSize ? undefined : page.at(-1);
  } while (after !== undefined);
  yield '],"reports":[';
  yield* writeReports(deps, actor);
  yield "]}\n";
}

async function* writeReports({ database }: Deps, { userId }: Actor): AsyncGenerator<string> {
  let after: string | null = null;
  let separator = "";
  do {
    const page: Awaited<ReturnType<typeof selectReports>> = await selectReports(database, userId, {
      after,
      limit: pageSize,
    });
    for (const report of page) {
      yield `${separator}${JSON.stringify(report)}`;
      separator = ",\n";
    }
    after = page.length < pageSize ? null : (page.at(-1)?.roundId ?? null);
  } while (after !== null);
}
