import { describe, expect, it } from "vitest";
import { codeText, optionalLine, optionalText, requiredLine, requiredText } from "./text.ts";

const options = { label: "The title", max: 80 };
const refused = "The title has a character that cannot be used.";
const problemOf = (schema: ReturnType<typeof requiredLine>, value: string) =>
  schema.safeParse(value).error?.issues[0]?.message ?? null;

const lines = [
  ["requiredLine", requiredLine(options)],
  ["optionalLine", optionalLine(options)],
] as const;
const texts = [
  ["requiredText", requiredText(options)],
  ["optionalText", optionalText(options)],
] as const;
const all = [...lines, ...texts, ["codeText", codeText(options)] as const];

describe.each(all)("%s", (_name, schema) => {
  it.each([
    ["NUL", "a\0b"],
    ["the first half of a character", "a\ud800b"],
    ["the second half of a character", "a\udc00b"],
    ["two halves in the wrong order", "a\ude00\ud83db"],
    ["half a character at the end", "ab\ud83d"],
    ["two halves around a line break", "a\ud83d\n\ude00b"],
  ])("refuses %s", (_what, value) => {
    expect(problemOf(schema, value)).toBe(refused);
  });

  it.each(["Asha 😀", "नमस्ते", "שלום", "👩‍💻"])("accepts %s", (value) => {
    expect(schema.parse(value)).toBe(value);
  });
});

describe.each(texts)("%s", (_name, schema) => {
  it("accepts tabs and line breaks", () => {
    expect(schema.parse("a\tb\r\nc")).toBe("a\tb\r\nc");
  });
});

const bidiControls = [..."\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"].map(
  (character) => [character.charCodeAt(0).toString(16), character] as const,
);
describe.each(bidiControls)("the bidi control U+%s", (_code, character) => {
  it.each(lines)("is refused by %s", (_name, schema) => {
    expect(problemOf(schema, `a${character}b`)).toBe(refused);
  });
  it.each(texts)("is accepted by %s", (_name, schema) => {
    expect(problemOf(schema, `a${character}b`)).toBeNull();
  });
});

describe("text of invisible characters only", () => {
  it.each([" \u200b", "\u2060\u200d\ufeff", "\u2800", "\u3164"])("counts as empty: %j", (value) => {
    const options = { label: "A reason", max: 100 };
    expect(optionalText(options).parse(value)).toBe("");
    expect(requiredText(options).safeParse(value).error?.issues[0]?.message).toBe("A reason is required.");
  });

  it("stays beside visible ones, which need joiners in some languages", () => {
    expect(requiredText({ label: "A reason", max: 100 }).parse(" क्\u200dष ")).toBe("क्\u200dष");
  });
});
