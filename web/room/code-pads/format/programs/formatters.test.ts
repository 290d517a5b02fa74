import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { beforeAll, describe, expect, it } from "vitest";
import { startJavascriptFormatter } from "./format-javascript.ts";
import { startPythonFormatter } from "./format-python.ts";
import { startSqlFormatter } from "./format-sql.ts";
import { type FormatText, InvalidCodeError } from "./serve-formatter.ts";

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
