import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { beforeAll, describe, expect, it } from "vitest";
import type { CodeEdit } from "../../code-runs/program-messages.ts";
import { startJavascriptFormatter } from "./format-javascript.ts";
import { startPythonFormatter } from "./format-python.ts";
import { startSqlFormatter } from "./format-sql.ts";
import { type FormatText, findEdits, InvalidCodeError } from "./serve-formatter.ts";

describe("formatters", () => {
  const formatters = {} as Record<"python" | "javascript" | "sql", FormatText>;
  beforeAll(async () => {
    const wasm = await readFile(createRequire(import.meta.url).resolve("@wasm-fmt/ruff_fmt/wasm"));
    formatters.python = await startPythonFormatter([new Uint8Array(wasm)]);
    formatters.javascript = await startJavascriptFormatter();
    formatters.sql = await startSqlFormatter();
  });

  describe("formats", () => {
    it.each([
      ["python", "def f( x ):\n  return {'a':x}", 'def f(x):\n    return {"a": x}\n'],
      ["javascript", "const a=1;await b( 'c' )", 'const a = 1;\nawait b("c");\n'],
      [
        "sql",
        "select a->>'b' from t where x=1; select 2",
        "select\n  a ->> 'b'\nfrom\n  t\nwhere\n  x = 1;\n\nselect\n  2\n",
      ],
    ] as const)("%s", async (language, code, formatted) => {
      expect(await formatters[language](code)).toBe(formatted);
      expect(await formatters[language](formatted)).toBe(formatted);
    });
  });

  describe("names the line of an error", () => {
    it.each([
      ["python", "x = 'é'\ndef f(x)\n    return x", 2, "Expected `:`, found newline"],
      ["python", "x = [1,\n", 2, "unexpected EOF while parsing"],
      ["javascript", "let a = 1;\nif (a {", 2, "Unexpected token"],
      ["sql", "select a\nfrom (t", 2, "Unexpected end of the code"],
      ["sql", "select }", 1, 'Unexpected "}"'],
    ] as const)("of %s: %j", async (language, code, line, message) => {
      const failed = await Promise.resolve()
        .then(() => formatters[language](code))
        .catch((error: unknown) => error);
      expect(failed).toBeInstanceOf(InvalidCodeError);
      expect(failed).toMatchObject({ line, message: expect.stringContaining(message) });
    });
  });
});

describe("find edits", () => {
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
});
