import type { InterviewItem } from "@greenroom/contract/reports/interview-record.ts";
import { normalText, wordsOf } from "./normal-text.ts";
import { isLongEnough, isQuoted } from "./quotes.ts";

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
  if (isQuoted(quote, item.code) && showsWorkingCode(item, item.code, quote)) return true;
  return isQuoted(quote, item.output) && !isWritten(item, item.code, quote);
}

function showsWorkingCode(item: { language: string }, code: string, quote: string): boolean {
  const { source, masked } = maskWrittenText(item, code);
  const part = normalText(quote);
  for (let at = source.indexOf(part); at >= 0; at = source.indexOf(part, at + 1)) {
    if (isLongEnough(masked.slice(at, at + part.length).replaceAll(blank, " "))) return true;
  }
  return false;
}

/** True if each word of the quote is in a string or comment of the code, as with `print("…")`. */
function isWritten(item: { language: string }, code: string, quote: string): boolean {
  const { source, masked } = maskWrittenText(item, code);
  const written = source
    .split("")
    .map((unit, index) => (masked[index] === blank ? unit : " "))
    .join("");
  const words = new Set(wordsOf(written.toLowerCase()));
  return wordsOf(normalText(quote).toLowerCase()).every((word) => words.has(word));
}

/** The normalized code, and the same with its comments and strings blanked, letter by letter. */
function maskWrittenText({ language }: { language: string }, code: string) {
  const lines = code.split("\n").map(normalText).join("\n");
  const pattern = writtenText[language === "python" || language === "sql" ? language : "other"];
  const masked = lines.replace(pattern, (written) => written.replace(/\S/g, blank));
  const inOneLine = (text: string) => text.replace(/\n+/g, " ");
  return { source: inOneLine(lines), masked: inOneLine(masked) };
}
