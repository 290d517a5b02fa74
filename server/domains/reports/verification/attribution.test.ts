import { describe, expect, it } from "vitest";
import { itemId, recordOf, said } from "../records.testing.ts";
import { verifyClaims } from "./verify-claims.ts";

const record = recordOf([
  said(60, "interviewer", "Tell me how you would split time series data.", { name: "ask" }),
  said(75, "interviewee", "I would never shuffle it.", { name: "split" }),
]);
const asked = { item: "ask", quote: "how you would split time series" };
const own = { item: "split", quote: "never shuffle it" };

/** The fate of an observation with this text and quote. */
function fate(text: string, { item, quote }: { item: string; quote: string }): string {
  const common = { area: "coding", kind: "observation" as const, exerciseTitle: "", exercise: "" };
  const drafts = [{ ...common, text, evidence: [{ itemId: itemId(item), quote }] }];
  return verifyClaims(record, drafts, ["coding"]).refused[0]?.why ?? "kept";
}

describe("an observation", () => {
  it.each([
    "You recommended a split by time.",
    "You split time series data.",
    "Your answer was to split time series data.",
    "Your idea of a split came early.",
    "In your words, time series data is split.",
    "According to you, time series data is split.",
    "The candidate went for a split by time.",
    "The interviewee's plan was a split by time.",
    "आपका विचार समय के हिसाब से बाँटने का था।",
  ])("that credits the candidate with the interviewer's words is refused: %s", (text) => {
    expect(fate(text, asked)).toBe("not-the-candidate");
  });

  it.each([
    "Your interviewer asked how to split time series data.",
    "You were asked how to split time series data.",
    "The interviewer asked you about time series data.",
  ])("that observes what was asked is kept: %s", (text) => {
    expect(fate(text, asked)).toBe("kept");
  });

  it.each([
    "‹always use five folds›",
    "「always use five folds」",
    "‚always use five folds‘",
    "``always use five folds''",
  ])("whose text quotes invented words as %s is refused", (inner) => {
    expect(fate(`You said ${inner}.`, own)).toBe("invented-quote");
  });
});
