import { cutText } from "@greenroom/contract/kernel/cut-text.ts";
import { runOutputCharacters } from "@greenroom/contract/room/pad-run-limits.ts";

const truncationNote = "\n… The output was longer than 20,000 characters: the rest is left out.";

/**
 * The output to show, store and send: truncated, and without the characters that databases or messages cannot
 * contain.
 */
export function sanitizeOutput(raw: string): string {
  const text = raw.replaceAll("\0", "␀").replace(/\p{Surrogate}/gu, "\uFFFD");
  if (text.length <= runOutputCharacters) return text;
  return cutText(text, runOutputCharacters - truncationNote.length) + truncationNote;
}
