import type { Speech } from "./rounds.ts";

/** Adds the measurements of two parts of an answer; null when nothing was spoken. */
export function addSpeech(a: Speech | null, b: Speech | null): Speech | null {
  if (a === null || b === null) return a ?? b;
  return {
    words: a.words + b.words,
    spokenSeconds: a.spokenSeconds + b.spokenSeconds,
    longestSilenceSeconds: Math.max(a.longestSilenceSeconds, b.longestSilenceSeconds),
  };
}
