import type {
  AskedQuestion,
  InterviewerQuestion,
  OwnQuestion,
  ShownQuestion,
} from "@greenroom/contract/room/room-questions.ts";
import type { Question } from "@greenroom/questions/schema.ts";
import type { AskedRow, OwnQuestionRow } from "./question-store.ts";

/** The parts that are the same for every interviewer. */
export type FullQuestion = Omit<InterviewerQuestion, "isFavorite" | "askedBefore">;

/** A question from the bank with its answer key, but without hidden tests, because the room runs no tests. */
export function presentBankQuestion(question: Question): FullQuestion {
  const { id, title, topic, level, minutes, prompt, clarifications, hints, followUps } = question;
  const { criteria, modelAnswer, commonErrors } = question;
  return {
    ...{ id, source: "bank", title, topic, level, minutes, prompt },
    language: question.kind === "talk" ? null : question.kind,
    code:
      question.kind === "talk"
        ? null
        : {
            language: question.kind,
            starterCode: question.starterCode,
            tables: question.kind === "sql" ? question.tables : [],
            referenceSolution: question.referenceSolution,
          },
    ...{ clarifications, hints, followUps, criteria, modelAnswer, commonErrors },
    notes: "",
  };
}

export function presentOwnQuestion(question: OwnQuestionRow): FullQuestion {
  const { id, title, minutes, language, prompt, starterCode, notes } = question;
  return {
    ...{ id, source: "own", title, topic: null, level: null, minutes, language, prompt },
    code: language === null ? null : { language, starterCode, tables: [], referenceSolution: null },
    clarifications: [],
    hints: [],
    followUps: [],
    criteria: [],
    modelAnswer: "",
    commonErrors: [],
    notes,
  };
}

export function presentOwn(row: OwnQuestionRow): OwnQuestion {
  const { authorId: _, createdAt: __, updatedAt, ...question } = row;
  return { ...question, updatedAt: updatedAt.toISOString() };
}

/** The view of an asked question for the interviewer. */
export function presentAsked(asked: AskedRow): AskedQuestion {
  const { id, questionId, title, shownAt, endedAt, hints, marks } = asked;
  const times = { shownAt: shownAt.toISOString(), endedAt: endedAt?.toISOString() ?? null };
  return { id, questionId, title, ...times, hints, marks };
}

/** The view for both parties. It names every field, so that a new field stays private. */
export function presentShown({ id, title, prompt, minutes, shownAt, code, hints }: AskedRow): ShownQuestion {
  const texts = hints.map(({ text }) => text);
  return { id, title, prompt, minutes, shownAt: shownAt.toISOString(), code, hints: texts };
}
