import { runOutputCharacters } from "@greenroom/contract/code-run-limits.ts";

const cutSentence = "\n… The output was longer than 20,000 characters: the rest is left out.";

/** The output as it is shown, kept and passed on: cut, and without what no database and no message can carry. */
export function outputText(raw: string): string {
  const text = raw.replaceAll("\0", "␀").replace(/\p{Surrogate}/gu, "\uFFFD");
  if (text.length <= runOutputCharacters) return text;
  const kept = text.slice(0, runOutputCharacters - cutSentence.length);
  // Not in the middle of a sign.
  return kept.replace(/\p{Surrogate}$/u, "") + cutSentence;
}
