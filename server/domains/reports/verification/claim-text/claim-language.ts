import { wordsOf } from "../normal-text.ts";

/* A report is written in English; the checks of claims also read Hindi. A text in another language would be shown
   without most of them. */

/** Words of nearly every English sentence that are no words of other languages in Latin letters. */
const functionWords = new Set(
  "and are at because been before but by can could did does each for from had has have how if into is it its not of should than that the their them then there these they this those to was were what when where which while who why with without would you your".split(
    " ",
  ),
);

/**
 * The least share of such words, and of words in Devanagari, in a text. English prose has about a third; a short technical
 * sentence may have only "you".
 */
const leastShare = 0.1;

/** True for a text in English or Hindi. Words that it quotes from other languages count, so it may quote only a few. */
export function isInReportLanguage(text: string): boolean {
  const words = wordsOf(text.toLowerCase());
  const known = words.filter((word) => functionWords.has(word) || /\p{Script=Devanagari}/u.test(word));
  return known.length > 0 && known.length >= words.length * leastShare;
}
