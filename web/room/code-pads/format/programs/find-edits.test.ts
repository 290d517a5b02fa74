import { expect, it } from "vitest";
import type { CodeEdit } from "../format-messages.ts";
import { findEdits } from "./find-edits.ts";

function apply(text: string, edits: readonly CodeEdit[]): string {
  return [...edits]
    .reverse()
    .reduce((done, { from, to, insert }) => done.slice(0, from) + insert + done.slice(to), text);
}

it.each([
  ["spaces", "x=1", "x = 1", 2],
  ["indentation", "if x:\n  y()\n", "if x:\n    y()\n", 1],
  ["quotes", "f('a', 'b')", 'f("a", "b")', 4],
  ["a comma and line breaks", "f(aaaa, bbbb)\n", "f(\n    aaaa,\n    bbbb,\n)\n", 3],
  ["a line break at the end", "x", "x\n", 1],
  ["other texts", "abc", "xyz", 1],
  ["an emptied text", "  \n", "", 1],
  ["letters of other scripts", "x='नमस्ते 😀'", 'x = "नमस्ते 😀"', 3],
])("changes only what a formatter changed: %s", (_name, before, after, count) => {
  const edits = findEdits(before, after);
  expect(apply(before, edits)).toBe(after);
  expect(edits).toHaveLength(count);
});

it("finds small edits in a full pad, and no more of them than an update takes", () => {
  const [before, after] = ["a=1;b = 'c'\n".repeat(16_000), 'a = 1;\nb = "c";\n'.repeat(16_000)];
  const edits = findEdits(before, after);
  expect(apply(before, edits)).toBe(after);
  expect(edits.length).toBeLessThanOrEqual(2_000);
  expect(edits.length).toBeGreaterThan(500);
});

it("has no edit for a code that is formatted already", () => {
  expect(findEdits("x = 1\n", "x = 1\n")).toEqual([]);
});
