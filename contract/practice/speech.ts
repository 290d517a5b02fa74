import type { MeasuredSpeech } from "./rounds.ts";

/** Adds the measurements of two parts of an answer; null when nothing was spoken. */
export function addSpeech(a: MeasuredSpeech | null, b: MeasuredSpeech | null): MeasuredSpeech | null {
  if (a === null || b === null) return a ?? b;
  return {
    words: a.words + b.words,
    spokenSeconds: a.spokenSeconds + b.spokenSeconds,
    longestSilenceSeconds: Math.max(a.longestSilenceSeconds, b.longestSilenceSeconds),
  };
}
