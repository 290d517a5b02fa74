import { describe, expect, it } from "vitest";
import { computedFacts } from "./computed/facts.ts";
import { loadQuestions } from "./load.ts";

const questions = await loadQuestions();
const computed = questions.filter(({ sources }) => sources.some(({ kind }) => kind === "computed"));

it("has computed facts exactly for the questions that name them as a source", () => {
  expect(Object.keys(computedFacts).sort()).toEqual(computed.map(({ id }) => id).sort());
});

describe.each(computed)("the numbers of $id", (question) => {
  it("are those that are computed here", () => {
    const text = JSON.stringify(question);
    const facts = computedFacts[question.id]?.() ?? [];
    expect(facts).not.toEqual([]);
    for (const fact of facts) expect(text).toContain(fact);
  });
});
