import {
  answersPerPage,
  type PracticeAnswer,
  type PracticeHistoryItem,
} from "@greenroom/contract/practice/rounds.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Deps } from "../../kernel/deps.ts";
import { openQuestionBank } from "../../room/question-bank/bank.ts";
import { checkMayPractice } from "../../room/questions/questions-in-interview.ts";
import { unknownAnswer } from "./change-answer.ts";
import { isSwitchedOn } from "./model-calls.ts";
import { checkMaySeeKey } from "./open-question/open-question.ts";
import { presentAnswer, presentHistoryItem } from "./present.ts";
import { findAnswer, findOpenRound, selectAnswerSummaries, selectEarlierAnswers } from "./store.ts";

const comparedAnswers = 5;

interface History {
  openRoundId: string | null;
  model: string | null;
  answers: PracticeHistoryItem[];
  hasMore: boolean;
}

/** A page of the actor's answers, newest first. Throws `not_found` if `after` is not one of them. */
export async function listAnswers(deps: Deps, actor: Actor, after: string | undefined): Promise<History> {
  const { database } = deps;
  const last = after === undefined ? null : await findAnswer(database, after, actor.userId);
  if (after !== undefined && last === null) throw unknownAnswer();
  const rows = await selectAnswerSummaries(database, actor.userId, {
    after: last,
    limit: answersPerPage + 1,
  });
  const bank = await openQuestionBank();
  const isModelOn = await isSwitchedOn(deps);
  return {
    openRoundId: await findOpenRound(database, actor.userId, deps.clock.now()),
    model: isModelOn ? (deps.ai?.name ?? null) : null,
    answers: rows.slice(0, answersPerPage).map((row) => presentHistoryItem(bank, row)),
    hasMore: rows.length > answersPerPage,
  };
}

/**
 * One of the actor's answers, with earlier answers to the same question. Throws `not_found`, and `conflict` while the
 * actor's interview contains the question or another answer to it is open.
 */
export async function getAnswer(
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<{ answer: PracticeAnswer; earlier: PracticeAnswer[] }> {
  const answer = await findAnswer(deps.database, id, actor.userId);
  if (answer === null) throw unknownAnswer();
  const { questionId } = answer;
  const now = deps.clock.now();
  await checkMayPractice(deps.database, actor, { questionId, now });
  await checkMaySeeKey(deps.database, actor, { questionId, answerId: id, now });
  const bank = await openQuestionBank();
  // While an answer is open, earlier ones are left out, because they contain the answer key.
  const earlier =
    answer.stage === "done" ? await selectEarlierAnswers(deps.database, answer, comparedAnswers) : [];
  return {
    answer: presentAnswer(bank, answer),
    earlier: earlier.map((each) => presentAnswer(bank, each)),
  };
}
