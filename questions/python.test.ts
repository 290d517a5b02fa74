import { describe, expect, it } from "vitest";
import { loadQuestions } from "./load.ts";
import type { PythonQuestion } from "./schema.ts";
import { startPython } from "./testing/run-python.ts";

const python = await startPython();
const questions = (await loadQuestions()).filter(
  (question): question is PythonQuestion => question.kind === "python",
);

/** The first test that the code does not pass, or null. */
function firstFailure(question: PythonQuestion, code: string): string | null {
  for (const test of [...question.visibleTests, ...question.hiddenTests]) {
    const error = python.run(code, test.code);
    if (error !== null) return `${test.name}: ${error}`;
  }
  return null;
}

describe.each(questions)("the Python question $id", (question) => {
  it("has a reference solution that passes every test", () => {
    expect(firstFailure(question, question.referenceSolution)).toBeNull();
  });

  it("has starter code that still has something to do", () => {
    expect(firstFailure(question, question.starterCode)).not.toBeNull();
  });

  it.each(question.plantedBugs)("notices the planted bug: $name", ({ code }) => {
    expect(firstFailure(question, code)).not.toBeNull();
    expect(python.run(code, "pass"), "a planted bug must be valid Python").toBeNull();
  });
});
