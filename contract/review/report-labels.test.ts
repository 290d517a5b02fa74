import { describe, expect, it, test } from "vitest";
import type { Claim, Evidence } from "../schedule/report-shape.ts";
import {
  codeLines,
  evidenceBesideNote,
  findNotedPoints,
  maxQuotedCharacters,
  notedPointsLine,
  quotedSummary,
} from "./report-labels.ts";
import { readMoment } from "./rubric.ts";

describe("report labels", () => {
  it.each([
    ["with its lines", "if x:\n    y()", "if x:\n    y()"],
    ["in one line if it has no others", undefined, "if x: y()"],
    ["with one blank line instead of many", `if x:${"\n".repeat(1_900)}    y()`, "if x:\n\n    y()"],
    ["in one line if it has too many lines", `if x:${"\n#".repeat(41)}`, "if x: y()"],
  ])("shows a quote of code %s", (_, lines, shown) => {
    expect(codeLines({ quote: "if x: y()", lines })).toBe(shown);
  });
});

describe("mentor summary", () => {
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
});

describe("noted points", () => {
  const evidenceAt = (atSeconds: number, changes: Partial<Evidence> = {}): Evidence => ({
    itemId: `item-${atSeconds}`,
    quote: "",
    at: "2026-11-22T12:30:00.000Z",
    atSeconds,
    kind: "mark",
    isOwn: false,
    ...changes,
  });

  const point = (id: string, kind: Claim["kind"], evidence: Evidence[]): Claim => ({
    id,
    area: "session",
    kind,
    text: "Your interviewer marked this.",
    evidence,
  });

  const said = evidenceAt(750, { kind: "utterance", quote: "I split by time." });
  const good = point("good", "strength", [said, evidenceAt(761)]);
  const open = point("open", "improvement", [evidenceAt(1565)]);
  const other = point("other", "observation", [evidenceAt(761)]);

  const notes = (text: string, area: "coding" | "evaluation" = "coding") => [{ area, notes: text }];
  const idsOf = (claims: readonly Claim[]) => claims.map(({ id }) => id);

  test("a marked moment that a note names is with the note, and other points are listed in their order", () => {
    const found = findNotedPoints([other, good, open], notes("Calm.\n[12:41, marked good] Splits first"));
    expect(idsOf(found.listed)).toEqual(["other", "open"]);
    expect(idsOf(found.noted)).toEqual(["good"]);
    expect(found.pointOf("coding", 0)).toBeNull();
    expect(found.pointOf("coding", 1)?.id).toBe("good");
    expect(found.pointOf("evaluation", 1)).toBeNull();
  });

  test.each([
    ["[12:42, marked good] one second later, because it is rounded", 1],
    ["[12:41] only the time", 1],
    ["[12:41, marked good]", 1],
    ["[12:43, marked good] another moment", 0],
    ["[12:41, run 3] ZeroDivisionError", 0],
    ["[12:41, marked to come back to] the opposite", 0],
    ["It was good at 12:41.", 0],
  ])("the note %j has %i of the points", (note, count) => {
    expect(findNotedPoints([good], notes(note)).noted).toHaveLength(count);
  });

  test.each([
    ["[12:41, run 3] ZeroDivisionError", 1],
    ["[12:41, marked good] Splits first", 0],
    ["[12:43, run 4] 0.69", 0],
  ])("what was counted about a run is with the note %j about that run: %i", (note, count) => {
    const runs = point("runs", "observation", [evidenceAt(761, { kind: "run", quote: "ZeroDivisionError" })]);
    expect(findNotedPoints([runs], notes(note)).noted).toHaveLength(count);
  });

  test("the evidence beside a note has neither its mark nor the output that it quotes", () => {
    const run = evidenceAt(761, { kind: "run", quote: "ZeroDivisionError" });
    const repaired = evidenceAt(800, { kind: "run", quote: "0.0" });
    const beside = (evidence: Evidence[], line: string) => {
      const moment = readMoment(line);
      return moment && evidenceBesideNote({ evidence }, moment);
    };
    expect(beside([run, repaired], "[12:41, run 3] ZeroDivisionError: division")).toEqual([repaired]);
    expect(beside([said, evidenceAt(761)], "[12:41, marked good] Splits first")).toEqual([said]);
    expect(beside([run], "[12:41, run 3] It failed.")).toEqual([run]);
  });

  test("a point that says more than the mark is listed", () => {
    const quoting = point("quoting", "strength", [evidenceAt(761, { quote: "Splits first" })]);
    expect(findNotedPoints([quoting], notes("[12:41, marked good] Splits first")).noted).toEqual([]);
  });

  test("a moment that two notes name has its point once, and two marks of one second have one note each", () => {
    const twice = [...notes("[12:41, marked good] A"), ...notes("[12:41, marked good] A", "evaluation")];
    const found = findNotedPoints([good, { ...good, id: "second" }], twice);
    expect(idsOf(found.noted)).toEqual(["good", "second"]);
    const once = findNotedPoints([good], twice);
    expect([once.pointOf("coding", 0)?.id, once.pointOf("evaluation", 0)]).toEqual(["good", null]);
  });

  test("a moment that one note names twice in the same words has its point once, and two points are both noted", () => {
    const twice = notes("[12:41, marked good] A\n[12:41, marked good] A");
    const once = findNotedPoints([good], twice);
    expect([once.pointOf("coding", 0)?.id, once.pointOf("coding", 1)]).toEqual(["good", null]);
    const both = findNotedPoints([good, { ...good, id: "second" }], twice);
    expect([both.pointOf("coding", 0)?.id, both.pointOf("coding", 1)?.id]).toEqual(["good", "second"]);
    expect(both.listed).toEqual([]);
  });

  test("says where the points are that are not listed", () => {
    expect(notedPointsLine({ noted: [] })).toBe("");
    expect(notedPointsLine({ noted: [good] })).toMatch(/^1 more point, .* is with their notes above\.$/);
    expect(notedPointsLine({ noted: [good, open] })).toMatch(
      /^2 more points, .* are with their notes above\.$/,
    );
  });
});
