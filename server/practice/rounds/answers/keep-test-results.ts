import { countOf } from "@greenroom/contract/kernel/sentences.ts";
import type { PracticeAnswer } from "@greenroom/contract/practice/rounds.ts";
import type { TestCount } from "@greenroom/contract/room/questions.ts";
import type { Question } from "@greenroom/questions/schema.ts";
import type { Actor } from "../../../kernel/actor.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { invalidField } from "../../../kernel/errors.ts";
import { changeAnswer, wrongStage } from "../change-answer.ts";

interface Results {
  visible: TestCount;
  hidden: TestCount;
  failed: string[];
}

/**
 * Stores the result of all tests for the actor's code; only the first result counts. Throws `conflict` before the
 * code is submitted.
 */
export async function keepTestResults(
  deps: Deps,
  actor: Actor,
  id: string,
  results: Results,
): Promise<PracticeAnswer> {
  return await changeAnswer(deps, actor, id, (answer, question) => {
    if (answer.stage !== "done" || answer.code === null) throw wrongStage("Hand in your code first.");
    if (answer.tests !== null && answer.tests.hidden !== null) return answer;
    checkCount("visible", results.visible, question, "visibleTests");
    checkCount("hidden", results.hidden, question, "hiddenTests");
    return { ...answer, tests: { ...results, failed: namesOfTests(question, results.failed) } };
  });
}

/** Keeps only names of the question's own tests. */
function namesOfTests(question: Question, names: readonly string[]): string[] {
  if (question.kind === "talk") return [];
  const known = new Set([...question.visibleTests, ...question.hiddenTests].map(({ name }) => name));
  return [...new Set(names)].filter((name) => known.has(name));
}

/** Throws `invalid_input` unless all tests of this kind were counted. */
export function checkCount(
  path: string,
  { total }: TestCount,
  question: Question,
  which: "visibleTests" | "hiddenTests",
): void {
  const tests = question.kind === "talk" ? 0 : question[which].length;
  if (total !== tests) throw invalidField(path, `This question has ${countOf(tests, "test")} of this kind.`);
}
