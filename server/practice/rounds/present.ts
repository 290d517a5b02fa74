import {
  type PracticeAnswer,
  type PracticeHistoryItem,
  type PracticeRound,
  roundQuestions,
  sumTests,
} from "@greenroom/contract/practice/rounds.ts";
import type { AnswerKey, PracticeQuestion } from "@greenroom/contract/room/questions.ts";
import type { Question } from "@greenroom/questions/schema.ts";
import { presentAnswerKey, presentQuestion, type QuestionBank } from "../../room/questions/question-bank.ts";
import { minMinutesLeft, nextHintOpensAt } from "./choose.ts";
import type { Answer, AnswerSummary, Round } from "./store.ts";

/** An answer as its owner gets it. The answer key is included only after the answer is finished. */
export function presentAnswer(bank: QuestionBank, answer: Answer): PracticeAnswer {
  const question = bank.find(answer.questionId);
  const isFinished = answer.stage === "done";
  const { id, roundId, stage, startedAt, explanation, code, tests, speech, ticks } = answer;
  return {
    id,
    roundId,
    stage,
    startedAt: startedAt.toISOString(),
    explainedAt: answer.explainedAt?.toISOString() ?? null,
    finishedAt: answer.finishedAt?.toISOString() ?? null,
    question: question === undefined ? droppedQuestion(answer) : presentQuestion(question),
    hasChanged: question?.version !== answer.questionVersion,
    explanation,
    followUps: answer.followUps.map(({ ask, answer, paused, source = "bank" }) => ({
      ask,
      answer,
      source: paused ?? source,
    })),
    hints: presentHints(answer, question),
    code,
    tests,
    speech,
    ticks,
    key: !isFinished ? null : question === undefined ? emptyKey : presentAnswerKey(question),
  };
}

function presentHints({ stage, startedAt, hintsOpenedAt }: Answer, question: Question | undefined) {
  const total = question?.hints.length ?? 0;
  const nextOpensAt =
    question === undefined || stage === "done"
      ? null
      : nextHintOpensAt(startedAt, question, hintsOpenedAt.length);
  return {
    total,
    opened: hintsOpenedAt.slice(0, total).map((openedAt, index) => ({
      text: question?.hints[index] ?? "",
      openedAt: openedAt.toISOString(),
    })),
    nextOpensAt: nextOpensAt?.toISOString() ?? null,
  };
}

/** Stands in for a question that the bank no longer has, so that the answer stays readable under its title. */
function droppedQuestion({ questionId, questionVersion, questionTitle }: Answer): PracticeQuestion {
  return {
    id: questionId,
    version: questionVersion,
    title: questionTitle,
    topic: "behavioral",
    level: "mid",
    minutes: 0,
    prompt: "This question is no longer in the question bank.",
    clarifications: [],
    code: null,
  };
}

const emptyKey: AnswerKey = {
  modelAnswer: "",
  criteria: [],
  commonErrors: [],
  referenceSolution: null,
  hiddenTests: [],
};

/** `answers`: the round's answers, oldest first, at least one. */
export function presentRound(
  bank: QuestionBank,
  round: Round,
  answers: readonly Answer[],
  now: Date,
): PracticeRound {
  const newest = answers.at(-1);
  if (newest === undefined) throw new Error(`the practice round ${round.id} has no question`);
  const minutesLeft = (round.endsAt.getTime() - now.getTime()) / 60_000;
  return {
    id: round.id,
    role: round.role,
    level: round.level,
    topic: round.topic,
    minutes: round.minutes,
    startedAt: round.startedAt.toISOString(),
    endsAt: round.endsAt.toISOString(),
    endedAt: round.endedAt?.toISOString() ?? null,
    usesModel: round.usesModel,
    now: now.toISOString(),
    answer: presentAnswer(bank, newest),
    questions: answers.length,
    canGoOn: round.endedAt === null && minutesLeft >= minMinutesLeft && answers.length < roundQuestions,
  };
}

export function presentHistoryItem(bank: QuestionBank, answer: AnswerSummary): PracticeHistoryItem {
  const { id, roundId, role, questionId, questionTitle, startedAt, finishedAt, tests, ticks } = answer;
  return {
    id,
    roundId,
    role,
    questionId,
    title: questionTitle,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    hintsUsed: answer.hintsOpenedAt.length,
    hasContent: answer.hasContent,
    hasReport: answer.hasReport,
    criteria: { ticked: ticks.length, total: bank.find(questionId)?.criteria.length ?? ticks.length },
    tests: sumTests(tests),
  };
}
