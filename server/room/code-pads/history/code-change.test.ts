import { applyCodeChange, type CodeChange, rebuildCode } from "@greenroom/contract/room/code-history.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changeBetween, storableText } from "./code-change.ts";

/**
 * Few different letters, so that texts share prefixes and suffixes; with emoji, whose halves must stay together.
 */
const text = fc.string({ unit: fc.constantFrom("a", "b", "\n", "é", "😀", "😁", "🏳️‍🌈"), maxLength: 40 });
const hasHalfPair = (value: string) => /\p{Surrogate}/u.test(value);

describe("the change between two texts", () => {
  it("turns one text into the other, and never splits a character", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const change = changeBetween(before, after);
        expect(applyCodeChange(before, change)).toBe(after);
        expect(hasHalfPair(change.insert)).toBe(false);
      }),
    );
  });

  it("is small for a small edit of a long text", () => {
    const before = `${"x = 1\n".repeat(20_000)}end`;
    const after = `${before.slice(0, 60_000)}!${before.slice(60_000)}`;
    expect(changeBetween(before, after)).toEqual({ from: 60_000, deleteCount: 0, insert: "!" });
  });

  it("rebuilds any moment of a history, with and without whole texts in between", () => {
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 9 }),
        (texts, every) => {
          const changes: CodeChange[] = texts.map((after, index) =>
            index % every === 0 ? { text: after } : changeBetween(texts[index - 1] ?? "", after),
          );
          expect(texts.map((_, index) => rebuildCode(changes, index))).toEqual(texts);
        },
      ),
    );
  });
});

it("replaces characters that a database refuses, without moving offsets", () => {
  expect(storableText("a\0b\ud83d c😀")).toBe("a\ufffdb\ufffd c😀");
});
