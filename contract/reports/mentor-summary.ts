/** A report quotes at most this many characters of a mentor's summary. */
export const maxQuotedCharacters = 320;

/**
 * The part of a mentor's summary that a report quotes: the text up to the first empty line, or as many of its sentences
 * as fit. A first sentence that is too long is cut after the last word that fits, and `…` follows.
 */
export function quotedSummary(summary: string): string {
  const paragraph = (summary.trim().split(/\n\s*\n/, 1)[0] ?? "").trim();
  if (paragraph.length <= maxQuotedCharacters) return paragraph;
  const start = paragraph.slice(0, maxQuotedCharacters);
  const sentences = /^[\s\S]*[.!?।](?=\s)/.exec(paragraph.slice(0, maxQuotedCharacters + 1))?.[0];
  return sentences ?? `${start.replace(/\s+\S*$/, "")}…`;
}
