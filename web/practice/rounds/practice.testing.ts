import type { DrillCard } from "@greenroom/contract/practice/drills.ts";
import type { PracticeAnswer, PracticeHistoryItem } from "@greenroom/contract/practice/rounds.ts";

/** A sample answer whose first follow-up a language model is to write. */
export const sampleAnswer: PracticeAnswer = {
  id: "0190a5b8-7c00-7000-8000-0000000000d1",
  roundId: "0190a5b8-7c00-7000-8000-0000000000d2",
  stage: "defend",
  startedAt: "2026-11-20T06:30:00.000Z",
  explainedAt: "2026-11-20T06:33:00.000Z",
  finishedAt: null,
  question: {
    id: "rare-disease",
    version: 1,
    title: "A rare disease",
    topic: "statistics-experiments",
    level: "junior",
    minutes: 8,
    prompt: "How likely is the disease after a positive test?",
    clarifications: [],
    code: null,
  },
  hasChanged: false,
  explanation: "I start from the base rate.",
  followUps: [{ ask: "Which number changes the result most?", answer: null, source: "pending" }],
  hints: { total: 3, opened: [], nextOpensAt: null },
  code: null,
  tests: null,
  speech: null,
  ticks: [],
  key: null,
};

export const sampleHistoryItem: PracticeHistoryItem = {
  id: sampleAnswer.id,
  roundId: sampleAnswer.roundId,
  role: "data-scientist",
  questionId: sampleAnswer.question.id,
  title: sampleAnswer.question.title,
  startedAt: sampleAnswer.startedAt,
  finishedAt: "2026-11-20T06:40:00.000Z",
  hintsUsed: 0,
  hasContent: true,
  hasReport: false,
  criteria: { ticked: 1, total: 2 },
  tests: null,
};

export const sampleCard: DrillCard = {
  id: "rare-disease.answer",
  kind: "answer",
  isNew: true,
  level: "junior",
  question: sampleAnswer.question,
};
export const sampleSet = {
  id: "data-analyst-statistics-experiments",
  role: "data-analyst",
  topic: "statistics-experiments",
  title: "Statistics",
  cards: 2,
  newCards: 2,
  dueCards: 0,
  nextDueAt: null,
} as const;
/** Three of ten cards today, on the second day of a streak. */
export const sampleToday = { reviewed: 3, goal: 10, streak: 2, forgave: false };
