import { runOutputCharacters } from "@greenroom/contract/code-run-limits.ts";
import { describe, expect, it } from "vitest";
import { outputText } from "./output-text.ts";

describe("the output that is kept", () => {
  it("is what was printed, up to the limit", () => {
    const full = "x".repeat(runOutputCharacters);
    expect(outputText("a\nb")).toBe("a\nb");
    expect(outputText(full)).toBe(full);
  });

  it("says where it was cut, and is no longer than allowed", () => {
    const cut = outputText("x".repeat(runOutputCharacters + 1));
    expect(cut).toMatch(/x\n… The output was longer than 20,000 characters: the rest is left out\.$/);
    expect(cut).toHaveLength(runOutputCharacters);
  });

  it("is never cut in the middle of a sign", () => {
    for (const before of ["", "x"]) {
      expect(outputText(before + "🙂".repeat(runOutputCharacters))).not.toMatch(/\p{Surrogate}/u);
    }
  });

  it.each([
    ["a\0b", "a␀b"],
    ["a\uD800b", "a\uFFFDb"],
    ["🙂", "🙂"],
  ])("carries nothing that a database refuses: %j", (raw, text) => expect(outputText(raw)).toBe(text));
});
