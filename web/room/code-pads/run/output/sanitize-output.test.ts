import { runOutputCharacters } from "@greenroom/contract/room/pad-run-limits.ts";
import { describe, expect, it } from "vitest";
import { sanitizeOutput } from "./sanitize-output.ts";

describe("the sanitized output", () => {
  it("is the printed text, up to the limit", () => {
    const full = "x".repeat(runOutputCharacters);
    expect(sanitizeOutput("a\nb")).toBe("a\nb");
    expect(sanitizeOutput(full)).toBe(full);
  });

  it("says where it was truncated, and stays within the limit", () => {
    const cut = sanitizeOutput("x".repeat(runOutputCharacters + 1));
    expect(cut).toMatch(/x\n… The output was longer than 20,000 characters: the rest is left out\.$/);
    expect(cut).toHaveLength(runOutputCharacters);
  });

  it("is never truncated inside a character", () => {
    for (const before of ["", "x"]) {
      expect(sanitizeOutput(before + "🙂".repeat(runOutputCharacters))).not.toMatch(/\p{Surrogate}/u);
    }
  });

  it.each([
    ["a\0b", "a␀b"],
    ["a\uD800b", "a\uFFFDb"],
    ["🙂", "🙂"],
  ])("contains nothing that a database refuses: %j", (raw, text) => expect(sanitizeOutput(raw)).toBe(text));
});
