import type { InterviewItem, InterviewItemOf } from "@greenroom/contract/reports/interview-record.ts";
import { normalItemText } from "../item-texts.ts";
import { normalText } from "../normal-text.ts";
import { occursIn } from "../quotes.ts";

/* Distinguishes the interviewee's code from what the interviewer wrote into the same pad. */

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
  const lines = (item.kind === "code" ? item.text : item.code).split("\n");
  const others = new Set(item.otherLines ?? (isOnlyTheirs(item) ? [] : lines.keys()));
  const isWritten = (line: string) => /[\p{L}\p{N}]/u.test(line);
  const own = lines.filter((line, index) => isWritten(line) && !others.has(index)).length;
  return {
    own: lines.map((line, index) => (others.has(index) ? blank : line)).join("\n"),
    isMostlyOthers: own * 5 < lines.filter(isWritten).length,
  };
}

function isOnlyTheirs(item: CodeItem): boolean {
  return item.kind === "run" || (item.editedBy.length === 1 && item.editedBy[0] === "interviewee");
}
