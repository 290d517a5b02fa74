/** A report quotes at most this many characters of a mentor's summary. */
export const maxQuotedCharacters = 320;

/** The mark at the end of a sentence, with the quotation marks and brackets that close after it. */
const sentenceEnd = /[.!?।]["'”’»)\]]*(?=\s)/g;
/** A point after an abbreviation, a number of a list or an initial, which ends no sentence. */
const notAnEnd =
  /(?:^|[\s("“])(?:e\.g|i\.e|etc|vs|cf|approx|no|fig|eq|dr|mr|mrs|ms|prof|st|\p{Lu}|\d{1,2})\.$/iu;

/** A rest of at most this many characters is shown with its quote. The rest often says what to work on. */
const maxShownRest = 900;

/** A mentor's summary as a report shows it: the quoted beginning, and the rest, which a page hides if it is long. */
export function mentorQuote(summary: string): {
  quote: string;
  rest: string;
  isRestLong: boolean;
  isCut: boolean;
} {
  const quote = quotedSummary(summary);
  const whole = summary.trim();
  // A quote that was cut within a sentence ends with an ellipsis, and is no beginning of the summary.
  const isCut = !whole.startsWith(quote);
  const rest = isCut ? whole : whole.slice(quote.length).trim();
  return { quote, rest, isRestLong: rest.length > maxShownRest, isCut };
}

/**
 * The part of a mentor's summary that a report quotes: the text up to the first empty line, or as many of its sentences
 * as fit. A first sentence that is too long is cut after the last word that fits, and `…` follows.
 */
export function quotedSummary(summary: string): string {
  const paragraph = (summary.trim().split(/\n\s*\n/, 1)[0] ?? "").trim();
  if (paragraph.length <= maxQuotedCharacters) return paragraph;
  const start = paragraph.slice(0, maxQuotedCharacters);
  const ends = [...paragraph.slice(0, maxQuotedCharacters + 1).matchAll(sentenceEnd)];
  const end = ends.findLast(({ index }) => !notAnEnd.test(paragraph.slice(0, index + 1)));
  if (end !== undefined) return paragraph.slice(0, end.index + end[0].length);
  return `${start.replace(/\s+\S*$/, "")}…`;
}
