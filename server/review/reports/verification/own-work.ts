import type { InterviewItem, InterviewItemOf } from "@greenroom/contract/review/reports/interview-record.ts";
import { normalText, wordsOf } from "./normal-text.ts";
import { normalItemText } from "./quotable-text.ts";
import { isLongEnough, occursIn, stopWords } from "./quotes.ts";

/* Whether a quote shows the interviewee's own work: code of their own, and words that they said in the interview. */

type CodeItem = InterviewItemOf<"code"> | InterviewItemOf<"run">;

/** A character that no quote contains. It takes the place of a line that is not the interviewee's own. */
const blank = "\uE001";

/** True unless the quote has a line of code that the interviewee did not write alone, or what such code printed. */
export function quotesOwnCode(item: InterviewItem, quote: string): boolean {
  if (item.kind !== "code" && item.kind !== "run") return true;
  const part = normalText(quote);
  const { own, isMostlyOthers } = ownCodeOf(item);
  if (occursIn(part, normalItemText(item, own))) return true;
  return item.kind === "run" && !isMostlyOthers && occursIn(part, normalItemText(item, item.output));
}

interface OwnCode {
  /** The code with a blank for each line that is not the interviewee's own. */
  own: string;
  /** Fewer than a fifth of the lines are the interviewee's, so what the code prints is hardly their work. */
  isMostlyOthers: boolean;
}

const known = new WeakMap<CodeItem, OwnCode>();

function ownCodeOf(item: CodeItem): OwnCode {
  const found = known.get(item) ?? readOwnCode(item);
  known.set(item, found);
  return found;
}

function readOwnCode(item: CodeItem): OwnCode {
  const lines = codeOf(item).split("\n");
  const others = new Set(item.otherLines ?? (isOnlyTheirs(item) ? [] : lines.keys()));
  const isWritten = (line: string) => /[\p{L}\p{N}]/u.test(line);
  const own = lines.filter((line, index) => isWritten(line) && !others.has(index)).length;
  return {
    own: lines.map((line, index) => (others.has(index) ? blank : line)).join("\n"),
    isMostlyOthers: own * 5 < lines.filter(isWritten).length,
  };
}

const codeOf = (item: CodeItem) => (item.kind === "code" ? item.text : item.code);

function isOnlyTheirs(item: CodeItem): boolean {
  return item.kind === "run" || (item.editedBy.length === 1 && item.editedBy[0] === "interviewee");
}

/** Comments and strings, also those that are not closed. */
const writtenText: Readonly<Record<string, RegExp>> = {
  python: /("""|''')[\s\S]*?(?:\1|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|#.*/g,
  sql: /\/\*[\s\S]*?(?:\*\/|$)|--.*|'(?:''|[^'])*'?/g,
};
const otherWrittenText =
  /\/\*[\s\S]*?(?:\*\/|$)|\/\/.*|#.*|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|`(?:\\.|[^`\\])*`?/g;

const writtenWords = new WeakMap<CodeItem, ReadonlySet<string>>();

/** False for a quote of code or its output with hardly a word but those of the code's comments and strings. */
export function quotesWorkingCode(item: InterviewItem, quote: string): boolean {
  if (item.kind !== "code" && item.kind !== "run") return true;
  const written = writtenWords.get(item) ?? readWrittenWords(item);
  writtenWords.set(item, written);
  const others = wordsOf(normalText(quote)).filter((word) => !written.has(word.toLowerCase()));
  return isLongEnough(others.join(" "));
}

function readWrittenWords(item: CodeItem): ReadonlySet<string> {
  const texts = codeOf(item).match(writtenText[item.language] ?? otherWrittenText) ?? [];
  return new Set(wordsOf(texts.join(" ").toLowerCase()));
}

/** True for words that their speaker corrected. */
export function isCorrected(item: InterviewItem): boolean {
  return item.kind === "utterance" && item.originalText !== null && item.originalText !== item.text;
}

/**
 * True if most of the distinctive words of a quote were transcribed before its speaker corrected them. A correction
 * repairs words; it must not replace the answer.
 */
export function wasSaid(item: InterviewItem, quote: string): boolean {
  if (item.kind !== "utterance" || item.originalText === null) return true;
  const words = wordsOf(normalText(quote).toLowerCase()).filter((word) => !stopWords.has(word));
  // A transcription often splits a technical word: "cross well i dation".
  const original = wordsOf(normalText(item.originalText).toLowerCase());
  const joined = original.join("");
  const there = words.filter(
    (word) => original.includes(word) || (word.length >= 5 && joined.includes(word)),
  );
  return there.length * 2 > words.length;
}
