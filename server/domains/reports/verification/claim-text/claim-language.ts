import { wordsOf } from "../normal-text.ts";

/* A report is written in English; the checks of claims also read Hindi. A text in another language would be shown
   without most of them. */

/** Words of nearly every English sentence. */
const functionWords = new Set(
  "and are at because been before but by can could did does each for from had has have how if into is it its not of should than that the their them then there these they this those to was were what when where which while who why with without would you your".split(
    " ",
  ),
);

/** Those of them that are words of German, Dutch or romanized Hindi, too, so they alone decide nothing. */
const ambiguousWords = new Set("are at do had has is not of to was will".split(" "));
/** Words of nearly every sentence in these languages. An English text quotes few of them. */
const foreignWords = new Set(
  (
    "auf das dem den der du ein eine einen haben hat ich ihr im ist mit nicht nur oder sehr sich sie und von wie zu " +
    "aan dat de een en heb hebt het je niet ook op uw van voor zijn " +
    "aap aapka aapke aapki aapne achha accha aur bahut hai hain kiya koi kya kyunki lekin mein nahi nahin par raha rahe thi tha woh yeh"
  ).split(" "),
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
  const certain = known.filter((word) => !ambiguousWords.has(word));
  const foreign = words.filter((word) => foreignWords.has(word));
  return (
    certain.length > 0 &&
    known.length >= words.length * leastShare &&
    (foreign.length < 2 || foreign.length <= certain.length)
  );
}
