import { pageWords } from "@greenroom/contract/page-words.ts";
import { describe, expect, it } from "vitest";
import { exampleFacts } from "../site/example-facts.ts";
import { questionCategories } from "./questions.ts";

const plans = exampleFacts.plans.map((plan, index) => ({ ...plan, newPrice: [199, 499, 749][index] ?? 0 }));
const categories = questionCategories(pageWords({ ...exampleFacts, plans }));

describe("the questions", () => {
  it("have the five categories of the specification, with at least four each", () => {
    expect(categories.map(({ title }) => title)).toEqual([
      "General Questions",
      "Plans & Pricing",
      "Mock Interviews",
      "Feedback & Progress",
      "Technical & Misc",
    ]);
    for (const { items } of categories) expect(items.length).toBeGreaterThanOrEqual(4);
  });
  it("have ids of their own", () => {
    const ids = categories.flatMap(({ items }) => items.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
  });
  it("quote the prices of the engine", () => {
    const answers = categories.flatMap(({ items }) => items.map(({ answer }) => answer)).join(" ");
    for (const price of ["₹199", "₹499", "₹749"]) expect(answers).toContain(price);
  });
});
