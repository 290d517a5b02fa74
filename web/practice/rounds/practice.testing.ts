import type { PracticeAnswer } from "@greenroom/contract/practice/rounds.ts";

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
