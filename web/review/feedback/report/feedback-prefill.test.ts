import type { QuestionTopic } from "@greenroom/contract/room/question-options.ts";
import type { RoomRecordItem } from "@greenroom/contract/room/room-record.ts";
import { describe, expect, it } from "vitest";
import { filledText, prefillFromRecord } from "./feedback-prefill.ts";

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
    const prefill = prefillFromRecord({ items }, "ml-engineer");
    expect(prefill).toEqual({ questions, scores, notes: {} });
    expect(JSON.stringify(prefill)).not.toContain("private");
  });
});

describe("the interviewer's marks", () => {
  const item = (seconds: number) => ({
    id: `item ${seconds}`,
    at: "2026-11-20T12:35:00.000Z",
    atSeconds: seconds,
    personId: "asha",
  });
  const marked = (seconds: number, note: string): RoomRecordItem => ({
    ...item(seconds),
    kind: "mark",
    label: "good",
    note,
  });
  const ran = (seconds: number): RoomRecordItem => ({
    ...item(seconds),
    kind: "run",
    language: "python",
    outcome: "finished",
    output: "1",
    durationMs: 5,
  });

  it("are filled in where their words or the record show their area, as moments in the mentor's own words", () => {
    const items = [
      marked(60, "Calm"),
      marked(74, "Asks for the goal"),
      ran(808),
      marked(818, "Checks the number"),
      { ...asked("Feeds", "ml-system-design", null), atSeconds: 900 },
      marked(1_000, "Names the cost"),
      marked(1_020, "Names a way back"),
    ];
    expect(prefillFromRecord({ items }, "ml-engineer").notes).toEqual({
      coding: "[13:38, marked good] Checks the number",
      problemSolving: "[1:14, marked good] Asks for the goal\n[16:40, marked good] Names the cost",
      evaluation: "[17:00, marked good] Names a way back",
    });
  });

  it("are left out after a question of the mentor's own, unless code ran at that time", () => {
    const own = { ...asked("Our outage", null, null), atSeconds: 10 };
    const items = [own, marked(20, "Calm"), ran(300), marked(310, "Tests it")];
    expect(prefillFromRecord({ items }, "ml-engineer").notes).toEqual({
      coding: "[5:10, marked good] Tests it",
    });
  });
});

it.each([
  [
    ["hasQuestions", "hasScores"],
    "The questions you asked and the scores you gave in the room are filled in.",
  ],
  [["hasQuestions"], "The questions you asked are filled in."],
  [["hasScores"], "The scores you gave in the room are filled in."],
  [
    ["hasQuestions", "hasScores", "hasMarks"],
    "The questions you asked, the scores you gave in the room and moments that you marked are filled in.",
  ],
])("the note names only what was filled in: %s", (filled, text) => {
  const nothing = { hasQuestions: false, hasScores: false, hasMarks: false };
  const these = Object.fromEntries(filled.map((name) => [name, true]));
  expect(filledText({ ...nothing, ...these })).toBe(`${text} Check them before you send.`);
  expect(filledText(nothing)).toBe("");
});
