import type { InterviewItem } from "@greenroom/contract/review/reports/interview-record.ts";
import { shortenedLines } from "@greenroom/contract/review/reports/report-labels.ts";
import { maxQuotedLinesCharacters } from "@greenroom/contract/schedule/report-shape.ts";
import { normalText } from "./normal-text.ts";
import { quotableTexts } from "./quotable-text.ts";

/**
 * A quote of code or of its output with the line breaks that it has in its item; a quote itself has single spaces.
 * Undefined if it is of one line or of too many, or if the item has it in other characters.
 */
export function quotedLines(item: InterviewItem, quote: string): string | undefined {
  if (quote === "" || (item.kind !== "code" && item.kind !== "run")) return undefined;
  const words = normalText(quote).split(" ").map(escapeForRegExp);
  const pattern = new RegExp(words.join("\\s+"), "u");
  for (const text of quotableTexts(item)) {
    const found = pattern.exec(text);
    if (found === null) continue;
    // The indentation of the first line is not part of the quote.
    const [, indentation = ""] = /(?:^|\n)([ \t]*)$/.exec(text.slice(0, found.index)) ?? [];
    const lines = shortenedLines(`${indentation}${found[0]}`);
    if (lines === undefined || !lines.includes("\n")) return undefined;
    const shown = withoutCommonIndentation(lines);
    return shown.length <= maxQuotedLinesCharacters ? shown : undefined;
  }
  return undefined;
}

function withoutCommonIndentation(text: string): string {
  const lines = text.split("\n");
  const widths = lines.filter((line) => line.trim() !== "").map((line) => line.search(/\S/));
  const common = Math.min(...widths);
  return lines.map((line) => line.slice(common)).join("\n");
}

function escapeForRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
