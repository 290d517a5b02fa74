import type { AreaName } from "@greenroom/contract/review/rubrics/tracks.ts";
import type { QuestionTopic } from "@greenroom/contract/room/question-options.ts";
import type { RecordItemOf, RoomRecordItem } from "@greenroom/contract/room/room-record.ts";
import type { Track } from "@greenroom/contract/schedule/goals/tracks.ts";
import { expect, it } from "vitest";
import { areaOfMark } from "./mark-area.ts";

const common = (seconds: number) => ({
  id: `item ${seconds}`,
  at: "2026-11-20T12:35:00.000Z",
  atSeconds: seconds,
  personId: "asha",
});
const question = (title: string, topic: QuestionTopic | null): RoomRecordItem => ({
  ...common(60),
  ...{ kind: "question", questionId: null, title, prompt: "", topic, marks: null },
});
const run: RoomRecordItem = {
  ...common(110),
  ...{ kind: "run", language: "python", outcome: "finished", output: "1", durationMs: 5 },
};

function areaOf(note: string, items: RoomRecordItem[] = [], track: Track = "ml-engineer") {
  const mark: RecordItemOf<"mark"> = { ...common(120), kind: "mark", label: "good", note };
  return areaOfMark(mark, [...items, mark], track);
}

it.each<[string, AreaName]>([
  ["Asks who uses the forecast", "problemSolving"],
  ["Forgot that L1 regularization drops features", "mlKnowledge"],
  ["Fixed the off-by-one bug alone", "coding"],
  ["Explained it a second time without jargon", "communication"],
  ["Never mentioned a baseline", "evaluation"],
])("the words of a mark name its area, whatever was asked: %j", (note, area) => {
  expect(areaOf(note, [question("Joins", "sql"), run])).toBe(area);
});

it("words of two areas name none, so that the question decides", () => {
  const note = "Asks how the query is used";
  expect(areaOf(note, [question("Tell me about a conflict", "behavioral")])).toBe("communication");
  expect(areaOf(note)).toBeNull();
});

it("a question on the evaluation of models is about evaluation, one on code is not", () => {
  expect(areaOf("Calm", [question("An evaluation set from nothing", "llm-rag-agents")])).toBe("evaluation");
  expect(areaOf("Calm", [question("Flatten an experiment's configuration", "python")])).toBe("coding");
});

it("a data analyst's conclusions are about insight, and a metric names no area there", () => {
  expect(areaOf("Calls it a cause", [], "data-analyst")).toBe("evaluation");
  expect(areaOf("Names the metric", [question("Retention", "sql")], "data-analyst")).toBe("coding");
});

it("without words and a question of the bank, a run near it says that it is about code", () => {
  expect(areaOf("Calm", [question("Our outage", null), run])).toBe("coding");
  expect(areaOf("Calm", [question("Our outage", null)])).toBeNull();
});
