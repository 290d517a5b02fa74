import { describe, expect, it } from "vitest";
import { trackNames } from "../schedule/goals.ts";
import { linesOf, readMoment } from "./rubric.ts";
import { rubricSchema } from "./rubric-schema.ts";
import { anchorText, areasOf } from "./tracks.ts";

describe("the lines of a mentor's text", () => {
  it.each([
    ["blank lines", "one\n\n \t\r\ntwo\r", ["one", "two"]],
    [
      "lines of invisible characters",
      "one\n\u200b\n\u00ad \u3164\n\u2060\ufe0f\n\u2800\ntwo",
      ["one", "two"],
    ],
    [
      "bullets",
      "- one\n* two\n•three\n☐ four\n– five\n- [ ] six",
      ["one", "two", "three", "four", "five", "six"],
    ],
    ["numbers", "1. one\n2) two\n- 10. three", ["one", "two", "three"]],
    ["lines that are only a marker", "-\n1.\n- 2)\n☐\n- \u200b\none", ["one"]],
    ["controls of the direction", "\u202eone\u202c\n\u2067two\u2069\n\u202e- three", ["one", "two", "three"]],
  ])("come without %s", (_, text, lines) => {
    expect(linesOf(text)).toEqual(lines);
  });

  it.each([
    "-5 is a valid index",
    "3.5 GB of data",
    "2026. What changed?",
    "*args in Python",
    "👩‍💻 Pair up ✔️",
  ])("keep %j", (line) => {
    expect(linesOf(line)).toEqual([line]);
  });
});

it.each([
  ["nextSteps", 30, "At most 30 next steps."],
  ["questions", 60, "At most 60 questions."],
])("the form takes a limited number of lines in %s", (name, most, msg) => {
  const issuesWith = (count: number) => {
    const text = Array.from({ length: count }, (_, index) => `Line ${index}`).join("\n\n");
    const { error } = rubricSchema.safeParse({ track: "general", [name]: text });
    return error?.issues.filter(({ path }) => path[0] === name).map(({ message }) => message);
  };
  expect(issuesWith(most)).toEqual([]);
  expect(issuesWith(most + 1)).toEqual([msg]);
});

const scores = [1, 2, 3, 4, 5];

describe.each(trackNames)("the areas of the track %s", (track) => {
  it.each(areasOf(track))(
    "$label: every score has a sentence of its own, short enough for a line",
    (area) => {
      const sentences = scores.map((score) => anchorText(area, score));
      expect(new Set(sentences).size).toBe(scores.length);
      for (const sentence of sentences) {
        expect(sentence).toMatch(/^[A-Z].+\.$/);
        expect(sentence.length).toBeLessThanOrEqual(80);
        // A sentence that names another score reads as if it contradicted its own.
        expect(sentence).not.toMatch(/\d/);
      }
      // A named gap would be false of an hour with another one.
      for (const score of [2, 4])
        expect(anchorText(area, score)).not.toMatch(
          /\b(but|unsure|misses|leaves out|rarely|without|wrong(?!\.))\b/,
        );
    },
  );
});

describe("moments", () => {
  it("reads a time at the start of a line as a moment", () => {
    expect(readMoment("[112:59, run 3] Recall")).toEqual({ time: "112:59", source: "run 3", text: "Recall" });
  });

  it.each(["[12:99]", "[12:60] Later", "[12:5]", "12:41 Recall"])("does not take %j for a moment", (line) => {
    expect(readMoment(line)).toBeNull();
  });
});
