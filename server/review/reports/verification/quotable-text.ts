import type { InterviewItem } from "@greenroom/contract/review/reports/interview-record.ts";
import type { Party } from "@greenroom/contract/schedule/bookings.ts";
import { normalText } from "./normal-text.ts";

/** The texts of an item that can be quoted, one by one. An item without words has none. */
export function quotableTexts(item: InterviewItem): string[] {
  switch (item.kind) {
    case "run":
      return [item.output, item.code].filter((text) => text !== "");
    case "question":
      return [item.title, item.prompt].filter((text) => text !== "");
    case "mark":
      return item.note === "" ? [] : [item.note];
    case "utterance":
    case "code":
    case "board":
    case "chat":
      return item.text === "" ? [] : [item.text];
    case "phase":
    case "presence":
    case "consent":
      return [];
  }
}

/** True if this party said, wrote or ran it. Code that both edited belongs to both. */
export function isOf(item: InterviewItem, party: Party): boolean {
  if (item.kind === "code") return item.editedBy.includes(party);
  return "party" in item && item.party === party;
}

/** By item and text. A draft is checked against the same long items many times, and normalizing takes the most time. */
const known = new WeakMap<InterviewItem, Map<string, string>>();

/** `normalText` of a text of this item, kept as long as the item. */
export function normalItemText(item: InterviewItem, text: string): string {
  const texts = known.get(item) ?? new Map<string, string>();
  known.set(item, texts);
  const normal = texts.get(text) ?? normalText(text);
  texts.set(text, normal);
  return normal;
}
