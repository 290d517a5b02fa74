import type { InterviewItem } from "@greenroom/contract/reports/interview-record.ts";
import { normalText, wordsOf } from "../normal-text.ts";
import { stopWords } from "../quotes.ts";

/* Speakers may correct what was transcribed. A correction repairs words; it must not replace the answer. */

/** True for words that their speaker corrected. */
export function isCorrected(item: InterviewItem): boolean {
  return item.kind === "utterance" && item.originalText !== null && item.originalText !== item.text;
}

/** True if most of the distinctive words of a quote were transcribed before its speaker corrected them. */
export function wasSaid(item: InterviewItem, quote: string): boolean {
  if (item.kind !== "utterance" || item.originalText === null) return true;
  const words = wordsOf(normalText(quote).toLowerCase()).filter((word) => !stopWords.has(word));
  // A transcription often splits a technical word: "cross well i dation".
  const original = wordsOf(normalText(item.originalText).toLowerCase());
  const [known, joined] = [new Set(original), original.join("")];
  const there = words.filter((word) => known.has(word) || (word.length >= 5 && joined.includes(word)));
  return there.length * 2 > words.length;
}
