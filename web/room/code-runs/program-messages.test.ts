import { Buffer } from "node:buffer";
import { isSmallPng, runOutputCharacters } from "@greenroom/contract/room/pad-run-limits.ts";
import { describe, expect, it } from "vitest";
import { parseFormatMessage, parseProgramMessage, sanitizeOutput } from "./program-messages.ts";

describe("run messages", () => {
  const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==";

  it.each([
    { type: "ready" },
    { type: "figure", png, alt: "Figure 1" },
    { type: "output", text: "a" },
    { type: "ended", outcome: "finished", durationMs: 3, isIntact: true },
  ])("accepts %j", (message) => expect(parseProgramMessage(message)).toEqual(message));

  it.each([
    null,
    "ready",
    { type: "toString" },
    { type: "output", text: 7 },
    { type: "figure", png: "PHN2Zz48L3N2Zz4=", alt: "Figure 1" },
    { type: "figure", png: `${png}" onerror="alert(1)`, alt: "Figure 1" },
    { type: "figure", png, alt: 1 },
    { type: "ended", outcome: "stopped", durationMs: 3, isIntact: true },
    { type: "ended", outcome: "finished", durationMs: Number.NaN, isIntact: true },
    { type: "ended", outcome: "finished", durationMs: "3", isIntact: true },
  ])("ignores %j, which our programs never send", (data) => expect(parseProgramMessage(data)).toBeNull());

  it("never ends a figure's description in half a character", () => {
    const alt = `x${"😀".repeat(200)}`;
    expect(parseProgramMessage({ type: "figure", png, alt })).toMatchObject({ alt: `x${"😀".repeat(99)}` });
  });
});

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

describe("small png", () => {
  function header(width: number, height: number): string {
    const bytes = Buffer.alloc(33);
    bytes.write("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(height, 20);
    return bytes.toString("base64");
  }

  it.each([
    ["a small picture", header(640, 480), true],
    ["a picture that takes gigabytes to show", header(100_000, 100_000), false],
    ["a picture without a size", header(0, 480), false],
    [
      "another kind of file",
      Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>").toString("base64"),
      false,
    ],
    ["no file", "", false],
    ["no base64", "%%%%", false],
  ])("%s", (_, base64, isSmall) => expect(isSmallPng(base64)).toBe(isSmall));
});

describe("format messages", () => {
  const edit = { from: 1, to: 2, insert: "x" };

  it.each([
    { type: "ready" },
    { type: "failed" },
    { type: "edits", edits: [] },
    { type: "edits", edits: [edit, { from: 2, to: 2, insert: "" }] },
    { type: "error", message: "Expected `:`", line: null },
  ])("accepts %j", (message) => expect(parseFormatMessage(message)).toEqual(message));

  it.each([
    null,
    { type: "started" },
    { type: "edits", edits: "all" },
    { type: "edits", edits: [edit, edit] },
    { type: "edits", edits: [{ ...edit, from: -1 }] },
    { type: "edits", edits: [{ ...edit, to: 0 }] },
    { type: "edits", edits: [{ ...edit, insert: 1 }] },
    { type: "error", message: "Expected `:`", line: "2" },
  ])("ignores %j, which our formatters never send", (data) => expect(parseFormatMessage(data)).toBeNull());
});
