import { expect, test } from "vitest";
import { maxQuotedCharacters, quotedSummary } from "./mentor-summary.ts";

const sentence = `${"word ".repeat(30).trim()}.`;

test.each([
  ["one line", "Strong instincts.", "Strong instincts."],
  ["the first of two paragraphs", "Strong instincts.\n\nTime went into typing.", "Strong instincts."],
  ["an empty line with spaces in it", "One.\n  \nTwo.", "One."],
  ["lines of one paragraph", "One.\nTwo.", "One.\nTwo."],
  [
    "the sentences of a long paragraph that fit",
    [sentence, sentence, sentence].join(" "),
    `${sentence} ${sentence}`,
  ],
  [
    "no part of a sentence that ends at an abbreviation, a number or an initial",
    `${sentence} Splits, e.g. by time, vs. folds, no. 2. of J. Doe ${"word ".repeat(60)}.`,
    sentence,
  ],
  [
    "a sentence that ends inside quotation marks",
    `They said “good.” ${"word ".repeat(80)}.`,
    "They said “good.”",
  ],
  ["a sentence that ends inside brackets", `Good (mostly.) ${"Word ".repeat(80)}.`, "Good (mostly.)"],
  [
    "a sentence in Hindi",
    `${"शब्द ".repeat(40).trim()}। ${"शब्द ".repeat(60)}`,
    `${"शब्द ".repeat(40).trim()}।`,
  ],
])("quotes %s", (_, summary, quoted) => {
  expect(quotedSummary(summary)).toBe(quoted);
});

test("cuts one long sentence between words, and one long word anywhere", () => {
  const cut = quotedSummary("word ".repeat(200));
  expect(cut).toMatch(/ word…$/);
  expect(cut.length).toBeLessThanOrEqual(maxQuotedCharacters + 1);
  expect(quotedSummary("x".repeat(5000))).toBe(`${"x".repeat(maxQuotedCharacters)}…`);
});
