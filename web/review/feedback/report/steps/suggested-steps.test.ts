import type { RoomRecordItem } from "@greenroom/contract/room/room-record.ts";
import { expect, it } from "vitest";
import { scoresByArea, suggestSteps } from "./suggested-steps.ts";

const item = (seconds: number) => ({
  id: `item ${seconds}`,
  at: "2026-11-20T12:35:00.000Z",
  atSeconds: seconds,
  personId: "asha",
});
const mark = (seconds: number, label: "good" | "come_back", note: string): RoomRecordItem => ({
  ...item(seconds),
  ...{ kind: "mark", label, note },
});
type Question = Extract<RoomRecordItem, { kind: "question" }>;
const question = (title: string, changes: Partial<Question> = {}): RoomRecordItem => ({
  ...item(30),
  ...{ kind: "question", questionId: null, title, prompt: "", topic: null, marks: null },
  ...changes,
});
const marks = (score: number | null, outcome: "well" | "partly" | null) => ({
  criteria: [{ name: "Correct", score }],
  ...{ note: "a private line", outcome },
});

it("suggests where to practice, from marks, questions and low scores, and no private line", () => {
  const items = [
    question("Joins", { questionId: "joins", topic: "sql", marks: marks(3, null) }),
    mark(74, "good", "Asks for the goal"),
    mark(1_565, "come_back", "No reason for the threshold"),
    mark(1_600, "come_back", ""),
    question("Our outage", { marks: marks(null, "partly") }),
    question("Feeds", { topic: "ml-system-design", marks: marks(5, "well") }),
    question("Unmarked", { questionId: "unmarked" }),
  ];
  const steps = suggestSteps({ items }, { coding: 2, problemSolving: 4 });
  expect(steps.map(({ text }) => text)).toEqual([
    "Go back to 26:05 in the record: No reason for the threshold.",
    "Go back to 26:40 in the record.",
    "Answer “Joins” again in the question bank.",
    "Answer “Our outage” again.",
    "Do the drills on SQL.",
  ]);
  const drills = { text: "Do the drills on SQL.", label: "Do the drills on SQL." };
  expect(steps).toContainEqual(drills);
  expect(suggestSteps({ items }, { coding: 4 })).not.toContainEqual(drills);
});

it.each([
  ["No reason for the threshold at all", "Go back to 26:05: No reason for the…"],
  ["No reason given", "Go back to 26:05: No reason given."],
  ["", "Go back to 26:05."],
])("offers the step of the mark %j as %j", (note, label) => {
  const [step] = suggestSteps({ items: [mark(1_565, "come_back", note)] }, {});
  expect(step?.label).toBe(label);
});

it("suggests at most six steps, and each once", () => {
  const items = Array.from({ length: 9 }, (_, index) => mark(60 * Math.min(index, 7), "come_back", ""));
  const steps = suggestSteps({ items }, {});
  expect(steps).toHaveLength(6);
  expect(new Set(steps.map(({ text }) => text)).size).toBe(6);
});

it("reads the scores of the form by area", () => {
  expect(scoresByArea([{ score: 2 }, {}, { score: 5 }])).toEqual({ problemSolving: 2, coding: 5 });
});
