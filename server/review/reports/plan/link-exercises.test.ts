import type { AiFeedback } from "@greenroom/contract/schedule/report-shape.ts";
import { expect, it } from "vitest";
import { openQuestionBank } from "../../../room/question-bank/bank.ts";
import { linkExercises } from "./link-exercises.ts";

const bank = await openQuestionBank();
const claimId = "0190a5b8-7c00-7000-8000-000000000001";

function tie(area: string, title: string, exercise: string, track: Parameters<typeof linkExercises>[2]) {
  const claims = [{ id: claimId, area }] as AiFeedback["claims"];
  const plan = [{ claimId, title, exercise, questionId: null, drillId: null }];
  const [tied] = linkExercises(bank, { claims, plan }, track);
  const question = bank.find(tied?.questionId ?? "");
  return { topic: question?.topic ?? null, drill: tied?.drillId ?? null };
}

it.each([
  [
    "coding",
    "Flatten nested configuration",
    "Flatten nested dictionaries and lists with dotted keys.",
    "ml-engineer",
    { topic: "python", drill: "ml-engineer-python" },
  ],
  [
    "coding",
    "Edge cases first",
    "Write the empty case and the tie before the main path.",
    "general",
    { topic: null, drill: "ml-engineer-python" },
  ],
  [
    "mlKnowledge",
    "Retrieval",
    "Explain when retrieval of chunks helps an answer.",
    "ai-engineer",
    { topic: "llm-rag-agents", drill: "ai-engineer-llm-rag-agents" },
  ],
  ["communication", "Think aloud", "Say your next step aloud.", "ml-engineer", { topic: null, drill: null }],
  ["session", "Go back to the marked moment", "Open the record.", "general", { topic: null, drill: null }],
] as const)(
  "an exercise of the area %s, %s, gets a matching question and drill",
  (area, title, exercise, track, expected) => {
    expect(tie(area, title, exercise, track)).toEqual(expected);
  },
);

it("assigns each question to at most one exercise of a plan", () => {
  const exercise = {
    claimId,
    title: "Flatten",
    exercise: "Flatten nested dictionaries with dotted keys.",
    questionId: null,
    drillId: null,
  };
  const claims = [{ id: claimId, area: "coding" }] as AiFeedback["claims"];
  const ids = linkExercises(bank, { claims, plan: [exercise, exercise] }, "ml-engineer").map(
    ({ questionId }) => questionId,
  );
  expect(ids[0]).not.toBeNull();
  expect(new Set(ids).size).toBe(2);
});
