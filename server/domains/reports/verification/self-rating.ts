import { normalText, wordsOf } from "./normal-text.ts";
import { stopWords } from "./quotes.ts";

/* Words with which people rate their own work. They show no work, so no praise may stand on them. */

const ratingWords = new Set(
  (
    "absolutely ace aced amazing amazingly answer answered answers answering awesome best better brilliance brilliant brilliantly candidate clear clearly completely correct correctly crushed definitely did easily ever everything excellent excellently exceptional exceptionally explained explanation fantastic five flawless flawlessly four full fully gave given great hire ideal impressive impressively interview job killed marks maximum nailed outstanding outstandingly perfect perfectly performance performed points possible problem question questions rate rated rating really response right score scored scores single solution solved spot strong stunning super superb superbly task ten today top totally truly wonderful wonderfully work worked world " +
    "बढ़िया शानदार बेहतरीन उत्कृष्ट कमाल लाजवाब जवाब उत्तर दिया दिए दी पूरे अंक नंबर पाँच पांच दस सवाल हल किया काम मेरा मेरी मेरे सबसे अच्छे अच्छी सही"
  ).split(" "),
);

const praise =
  "(?:amazingly|brilliantly|excellently|exceptionally|fantastically|flawlessly|impressively|outstandingly|perfectly|superbly|wonderfully)";
const selfRating = new RegExp(
  `\\b(?:I|we)\\b.{0,40}\\b(?:aced|answered|did|explained|handled|performed|solved)\\b.{0,80}\\b${praise}(?=$|[,;:]| and\\b)`,
  "iu",
);

/** The quote without the sentences that only rate the speaker's own work. */
export function withoutSelfRating(quote: string): string {
  return normalText(quote)
    .split(/(?<=[.!?।])\s+/u)
    .filter((sentence) => !isSelfRating(sentence.replace(/[.!?।\s]+$/u, "")))
    .join(" ");
}

function isSelfRating(sentence: string): boolean {
  const words = wordsOf(sentence.toLowerCase());
  return (
    selfRating.test(sentence) ||
    words.every((word) => stopWords.has(word) || ratingWords.has(word) || /^\p{N}+$/u.test(word))
  );
}
