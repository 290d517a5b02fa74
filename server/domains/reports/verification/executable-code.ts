import type { InterviewItem } from "@greenroom/contract/reports/interview-record.ts";
import { normalItemText } from "./item-texts.ts";
import { normalText, wordsOf } from "./normal-text.ts";
import { isLongEnough, occurrences, occursIn } from "./quotes.ts";

/* Distinguishes working code from text inside the code. Comments, strings and printed strings are the
   easiest places for words of praise, and they show no skill. */

/** Comments and strings, also those that are not closed. */
const writtenText: Record<"python" | "sql" | "other", RegExp> = {
  python: /("""|''')[\s\S]*?(?:\1|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|#.*/g,
  sql: /\/\*[\s\S]*?(?:\*\/|$)|--.*|'(?:''|[^'])*'?/g,
  other: /\/\*[\s\S]*?(?:\*\/|$)|\/\/.*|#.*|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|`(?:\\.|[^`\\])*`?/g,
};

/** A letter that no code contains. It takes the place of every letter of a comment or string. */
const blank = "\uE000";

/** False for a quote from code or its output that contains only text of the code's comments and strings. */
export function quotesExecutableCode(item: InterviewItem, quote: string): boolean {
  if (item.kind === "code") return showsWorkingCode(item, item.text, quote);
  if (item.kind !== "run") return true;
  const part = normalText(quote);
  if (occursIn(part, normalItemText(item, item.code)) && showsWorkingCode(item, item.code, quote))
    return true;
  return occursIn(part, normalItemText(item, item.output)) && !isWritten(item, item.code, quote);
}

function showsWorkingCode(item: CodeItem, code: string, quote: string): boolean {
  const { source, masked } = maskOf(item, code);
  const part = normalText(quote);
  for (const at of occurrences(part, source)) {
    if (isLongEnough(masked.slice(at, at + part.length).replaceAll(blank, " "))) return true;
  }
  return false;
}

/** True if each word of the quote is in a string or comment of the code, as with `print("…")`. */
function isWritten(item: CodeItem, code: string, quote: string): boolean {
  const { written } = maskOf(item, code);
  return wordsOf(normalText(quote).toLowerCase()).every((word) => written.has(word));
}

type CodeItem = Extract<InterviewItem, { kind: "code" | "run" }>;

/** An item has one code. */
const masks = new WeakMap<CodeItem, ReturnType<typeof maskWrittenText>>();

function maskOf(item: CodeItem, code: string): ReturnType<typeof maskWrittenText> {
  const mask = masks.get(item) ?? maskWrittenText(item, code);
  masks.set(item, mask);
  return mask;
}

/**
 * The normalized code, the same with its comments and strings blanked, letter by letter, and the words of these in small
 * letters.
 */
function maskWrittenText({ language }: { language: string }, code: string) {
  const lines = code.split("\n").map(normalText).join("\n");
  const pattern = writtenText[language === "python" || language === "sql" ? language : "other"];
  const masked = lines.replace(pattern, (written) => written.replace(/\S/g, blank));
  const inOneLine = (text: string) => text.replace(/\n+/g, " ");
  const blanked = inOneLine(masked);
  const source = inOneLine(lines);
  const writtenOnly = source
    .split("")
    .map((unit, index) => (blanked[index] === blank ? unit : " "))
    .join("");
  return { source, masked: blanked, written: new Set(wordsOf(writtenOnly.toLowerCase())) };
}
