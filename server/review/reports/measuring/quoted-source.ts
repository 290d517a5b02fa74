import { cutText } from "@greenroom/contract/kernel/cut-text.ts";
import type { InterviewItem, InterviewItemOf } from "@greenroom/contract/review/reports/interview-record.ts";
import { errorLine, hasFailed } from "@greenroom/contract/room/failed-run.ts";
import { normalText } from "../verification/normal-text.ts";
import { quotableTexts } from "../verification/quotable-text.ts";

/* Makes the quotes of a measured claim from the items that it was counted from. */

const excerptCharacters = 160;
/** Shorter whole sentences give way to a longer excerpt that is cut between words. */
const leastExcerpt = 20;

/** An item as evidence, with the line of it to quote; without a line, its beginning is quoted. */
export interface Source {
  item: InterviewItem;
  line?: string;
}

/** A run as evidence: the last line of its code, which usually prints, and the output if there is any. */
export function codeAndOutput(run: InterviewItemOf<"run">): Source[] {
  const line = lastLine(run.code);
  if (line === "") return [{ item: run }];
  return run.output.trim() === "" ? [{ item: run, line }] : [{ item: run, line }, { item: run }];
}

/** A text of code as evidence: the last line that is new since the text before. */
export function newestCode(item: InterviewItemOf<"code"> | InterviewItemOf<"run">, before: string): Source {
  return { item, line: newLine("text" in item ? item.text : item.code, before) };
}

/** The last line that the text before does not have; the last line of all if there is none. */
function newLine(code: string, before: string): string {
  const known = new Set(codeLines(before));
  return codeLines(code).findLast((line) => !known.has(line)) ?? lastLine(code);
}

function lastLine(code: string): string {
  return codeLines(code).at(-1) ?? "";
}

/** The lines with a word in them, because a bracket alone tells nothing. */
function codeLines(code: string): string[] {
  return code
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => /\p{L}{2}/u.test(line));
}

/** The quote of a source; empty if the original item does not contain it in one piece. */
export function quoteOf({ item, line = "" }: Source, original: InterviewItem | undefined): string {
  // The claim already contains the mark's words.
  if (item.kind === "mark") return "";
  if (line === "") return excerpt(item, original);
  return standing([cutWords(normalText(line))], original);
}

/**
 * A literal excerpt from the item's beginning, cut after a sentence or else between words; of a run with an error, the
 * line that names the error.
 */
export function excerpt(item: InterviewItem, original: InterviewItem | undefined): string {
  const [first = ""] = quotableTexts(item);
  const lines = first.split("\n").filter((line) => line.trim() !== "");
  const beginnings = [
    ...(item.kind === "run" && hasFailed(item) && item.output !== ""
      ? [cutWords(normalText(errorLine(item)))]
      : []),
    cutWords(normalText(first)),
    cutWords(normalText(lines[0] ?? "")),
  ];
  return standing(beginnings, original);
}

/** The first of these quotes that occurs in the original item; empty without one. */
function standing(quotes: readonly string[], original: InterviewItem | undefined): string {
  const texts = original === undefined ? [] : quotableTexts(original).map(normalText);
  return quotes.find((quote) => texts.some((text) => text.includes(quote))) ?? "";
}

/** The end of a long speech, if it is a question; else all of a short one. */
export function closingQuestion(speech: string): string {
  const text = normalText(speech);
  if (text.length <= excerptCharacters) return text;
  if (!text.endsWith("?")) return "";
  // A regular expression would begin anew at each character of a long speech.
  const before = text.slice(0, -1);
  const start = Math.max(...[".", "?", "!"].map((end) => before.lastIndexOf(end))) + 1;
  return text.slice(start).trim();
}

function cutWords(text: string): string {
  if (text.length <= excerptCharacters) return text;
  const cut = cutText(text, excerptCharacters);
  const sentences = /^.*[.?!।](?=\s)/su.exec(cut)?.[0] ?? "";
  if (sentences.length >= leastExcerpt) return sentences;
  return cut.slice(0, Math.max(cut.lastIndexOf(" "), 0)).trim() || cut;
}
