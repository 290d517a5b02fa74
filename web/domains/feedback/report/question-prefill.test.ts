import type { QuestionTopic } from "@greenroom/contract/practice/question-options.ts";
import type { RoomRecordItem } from "@greenroom/contract/rooms/room-record.ts";
import { describe, expect, it } from "vitest";
import { filledText, prefillFromQuestions } from "./question-prefill.ts";

const asked = (title: string, topic: QuestionTopic | null, scores: (number | null)[] | null) =>
  ({
    kind: "question",
    id: title,
    at: "2026-11-20T12:35:00.000Z",
    atSeconds: 300,
    personId: "asha",
    questionId: null,
    title,
    prompt: "",
    topic,
    marks: scores && {
      criteria: scores.map((score, index) => ({ name: `Criterion ${index}`, score })),
      note: "a private line",
      outcome: "partly",
    },
  }) satisfies RoomRecordItem;

describe("the rubric", () => {
  it.each([
    ["without questions", [], "", {}],
    ["from one question", [asked("Joins", "sql", [4, 5])], "Joins", { coding: 5 }],
    [
      "from two questions of one area",
      [asked("Joins", "sql", [2, null]), asked("Decorators", "python", [4])],
      "Joins\nDecorators",
      { coding: 3 },
    ],
    [
      "from an own question and one that was not scored",
      [asked("Our outage", null, []), asked("Feeds", "ml-system-design", [null])],
      "Our outage\nFeeds",
      {},
    ],
    [
      "from a question that was shown twice",
      [asked("Joins", "sql", null), asked("Joins", "sql", [1])],
      "Joins",
      { coding: 1 },
    ],
  ])("is filled in %s", (_name, items, questions, scores) => {
    const prefill = prefillFromQuestions({ items });
    expect(prefill).toEqual({ questions, scores });
    expect(JSON.stringify(prefill)).not.toContain("private");
  });
});

it.each([
  [true, true, "The questions you asked and the scores you gave in the room are filled in."],
  [true, false, "The questions you asked are filled in."],
  [false, true, "The scores you gave in the room are filled in."],
])("the note names only what was filled in (questions %s, scores %s)", (hasQuestions, hasScores, text) => {
  expect(filledText({ hasQuestions, hasScores })).toBe(`${text} Check them before you send.`);
  expect(filledText({ hasQuestions: false, hasScores: false })).toBe("");
});
