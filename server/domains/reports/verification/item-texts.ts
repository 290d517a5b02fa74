import type { InterviewItem } from "@greenroom/contract/reports/interview-record.ts";
import { normalText } from "./normal-text.ts";

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
