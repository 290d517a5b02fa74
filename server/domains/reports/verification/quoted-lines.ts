import type { InterviewItem } from "@greenroom/contract/reports/interview-record.ts";
import { maxQuotedLinesCharacters } from "@greenroom/contract/reports/report-shape.ts";
import { normalText } from "./normal-text.ts";
import { quotableTexts } from "./quotable-text.ts";

/**
 * A quote of code or of its output with the line breaks that it has in its item; a quote itself has single spaces.
 * Undefined if it is of one line, or if the item has it in other characters.
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
    const lines = withoutCommonIndentation(`${indentation}${found[0]}`);
    return lines.includes("\n") && lines.length <= maxQuotedLinesCharacters ? lines : undefined;
  }
  return undefined;
}

function withoutCommonIndentation(text: string): string {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const widths = lines.filter((line) => line.trim() !== "").map((line) => line.search(/\S/));
  const common = Math.min(...widths);
  return lines.map((line) => line.slice(common).trimEnd()).join("\n");
}

function escapeForRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
