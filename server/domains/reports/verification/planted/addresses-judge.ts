import type { InterviewItem, InterviewRecord } from "@greenroom/contract/reports/interview-record.ts";
import { latinSkeleton } from "../normal-text.ts";
import { indirectInHindi } from "./indirect-orders.ts";
import { plantedPatterns } from "./planted-patterns.ts";

/* Finds text in a record that addresses the judge of the record, instead of the other person in the room. */

type Medium = "words" | "code";

/** True for a sentence or line that instructs a judge. */
export function addressesJudge(text: string, medium: Medium = "words"): boolean {
  // In a skeleton the digits 1, 3 and 5 become letters, so the plain text is checked as well.
  const plain = text
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .toLowerCase();
  const skeleton = latinSkeleton(text);
  const forms = plain === skeleton ? [plain] : [plain, skeleton];
  const { anywhere, inWords, inHindi } = plantedPatterns;
  const isFound = (pattern: RegExp) => forms.some((form) => pattern.test(form));
  if (anywhere.some(isFound) || (medium === "words" && inWords.some(isFound))) return true;
  if (!/\p{Script=Devanagari}/u.test(text)) return false;
  const hindi = text.normalize("NFC");
  const withoutNukta = hindi.replace(/\u093c/gu, "");
  return (
    inHindi.some((pattern) => pattern.test(hindi)) ||
    indirectInHindi.some((pattern) => pattern.test(withoutNukta))
  );
}

/** The text without the sentences and lines that address the judge. */
export function withholdInstructions(text: string, medium: Medium = "words"): string {
  const inOneLine = text.replace(/\s+/gu, " ");
  if (!addressesJudge(inOneLine, medium) && (inOneLine === text || !addressesJudge(text, medium)))
    return text;
  const kept = text.split(/(?<=[.!?।])\s+|\n/u).filter((sentence) => !addressesJudge(sentence, medium));
  // If the instruction spans several sentences, all of them are dropped.
  return addressesJudge(kept.join(" "), medium) ? "" : kept.join("\n");
}

/**
 * The record without text that addresses judges: no judge reads it, and no claim can cite it. An item with nothing
 * else is left out. Only for judges: what is measured is measured in the whole record.
 */
export function withoutInstructions(record: InterviewRecord): InterviewRecord {
  const found = known.get(record) ?? { ...record, items: record.items.flatMap(cleanItem) };
  known.set(record, found);
  return found;
}

/** Several steps of a report need the same. */
const known = new WeakMap<InterviewRecord, InterviewRecord>();

function cleanItem(item: InterviewItem): InterviewItem[] {
  switch (item.kind) {
    case "utterance":
    case "chat":
    case "board":
      return keepChanged(item, { text: withholdInstructions(item.text) });
    case "code":
      return keepChanged(item, { text: withholdInstructions(item.text, "code") });
    case "run":
      return [
        {
          ...item,
          code: withholdInstructions(item.code, "code"),
          output: withholdInstructions(item.output, "code"),
        },
      ];
    case "question":
      return [
        { ...item, title: withholdInstructions(item.title), prompt: withholdInstructions(item.prompt) },
      ];
    case "mark":
      return [{ ...item, note: withholdInstructions(item.note) }];
    case "phase":
    case "presence":
    case "consent":
      return [item];
  }
}

function keepChanged<Item extends InterviewItem & { text: string }>(
  item: Item,
  { text }: { text: string },
): Item[] {
  if (text === item.text) return [item];
  return text.trim() === "" ? [] : [{ ...item, text }];
}
