import { buildPageText } from "@greenroom/contract/site/page-text.ts";
import { describe, expect, it } from "vitest";
import { examplePageData } from "../../app/page-data.ts";
import { faqCategories } from "./pages/contact.tsx";

const plans = examplePageData.plans.map((plan, index) => ({
  ...plan,
  newPrice: [199, 499, 749][index] ?? 0,
}));
const categories = faqCategories(buildPageText({ ...examplePageData, plans }));

describe("the questions", () => {
  it("cover the five categories of the specification, with at least four each", () => {
    expect(categories.map(({ title }) => title)).toEqual([
      "General Questions",
      "Plans & Pricing",
      "Mock Interviews",
      "Feedback & Progress",
      "Technical & Misc",
    ]);
    for (const { items } of categories) expect(items.length).toBeGreaterThanOrEqual(4);
  });
  it("have unique ids", () => {
    const ids = categories.flatMap(({ items }) => items.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
  });
  it("quote the current prices", () => {
    const answers = categories.flatMap(({ items }) => items.map(({ answer }) => answer)).join(" ");
    for (const price of ["₹199", "₹499", "₹749"]) expect(answers).toContain(price);
  });
});
