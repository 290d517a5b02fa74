import { describe, expect, it, test } from "vitest";
import type { Claim, Evidence } from "../schedule/report-shape.ts";
import {
  codeLines,
  listedPoints,
  maxQuotedCharacters,
  notedPointsLine,
  quotedSummary,
} from "./report-labels.ts";

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
  const good = point("good", "strength", [evidenceAt(761)]);
  const open = point("open", "improvement", [evidenceAt(1565)]);
  const other = point("other", "observation", [evidenceAt(761)]);

  const notes = (text: string, area: "coding" | "evaluation" = "coding") => [{ area, notes: text }];
  const idsOf = (claims: readonly Claim[]) => claims.map(({ id }) => id);

  test.each([
    ["[12:42, marked good] one second later, because it is rounded", []],
    ["[12:41] only the time", []],
    ["[12:41, marked good]", []],
    ["[12:43, marked good] another moment", ["good"]],
    ["[12:41, run 3] ZeroDivisionError", ["good"]],
    ["[12:41, marked to come back to] the opposite", ["good"]],
    ["It was good at 12:41.", ["good"]],
  ])("beside the note %j, the mark is listed as %j", (note, ids) => {
    expect(idsOf(listedPoints([good], notes(note), []))).toEqual(ids);
  });

  test("a point that says more than a noted mark is listed, and one that somebody disputed", () => {
    const quoting = point("quoting", "strength", [said, evidenceAt(761)]);
    const quoted = point("quoted", "strength", [evidenceAt(761, { quote: "Splits first" })]);
    const noted = notes("[12:41, marked good] Splits first");
    const disputes = [{ claimId: "good", by: "interviewee" as const, line: "No." }];
    const ids = (of: typeof disputes) => idsOf(listedPoints([other, quoting, good, quoted, open], noted, of));
    expect(ids([])).toEqual(["other", "quoting", "quoted", "open"]);
    expect(ids(disputes)).toEqual(["other", "quoting", "good", "quoted", "open"]);
  });

  test("says where the points are that are not listed", () => {
    const claims = [good, open];
    expect(notedPointsLine({ claims }, claims)).toBe("");
    expect(notedPointsLine({ claims }, [good])).toMatch(/^1 more point, .* is in the notes above\.$/);
    expect(notedPointsLine({ claims }, [])).toMatch(/^2 more points, .* are in the notes above\.$/);
  });
});
