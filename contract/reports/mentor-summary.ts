/** The most letters that a report quotes of a mentor's summary. */
export const quotedLetters = 320;

/**
 * The part of a mentor's summary that a report quotes: the text until the first empty line, or as many of its sentences
 * as fit. Of one long sentence, the words that fit with `…` behind them.
 */
export function quotedSummary(summary: string): string {
  const paragraph = (summary.trim().split(/\n\s*\n/, 1)[0] ?? "").trim();
  if (paragraph.length <= quotedLetters) return paragraph;
  const start = paragraph.slice(0, quotedLetters);
  const sentences = /^[\s\S]*[.!?।](?=\s)/.exec(paragraph.slice(0, quotedLetters + 1))?.[0];
  return sentences ?? `${start.replace(/\s+\S*$/, "")}…`;
}
