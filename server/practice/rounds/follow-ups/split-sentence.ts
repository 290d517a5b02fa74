/** A sentence that ended, because white space follows its last sign, and the text after it. */
interface Split {
  sentence: string;
  rest: string;
}

const ends = /[.?!।]["”')\]]*(?=\s)/gu;
/** Signs inside a sentence that look like its end. */
const abbreviation = /(?:^|[\s("'])(?:e\.g|i\.e|vs|etc|cf|approx|Dr|Mr|Ms|no|fig|\p{L})\.$/iu;

/** Splits off the first sentence of a text that is still being written; null while none has ended. */
export function splitSentence(text: string): Split | null {
  for (const match of text.matchAll(ends)) {
    const end = match.index + match[0].length;
    const sentence = text.slice(0, end);
    if (abbreviation.test(sentence) || isInsideCode(sentence)) continue;
    return { sentence: sentence.trim(), rest: text.slice(end).trimStart() };
  }
  return null;
}

function isInsideCode(text: string): boolean {
  return (text.match(/`/g)?.length ?? 0) % 2 === 1;
}
