/** Words without meaning for a subject. */
const stopWords = new Set(
  "a an and are as at be before by can do does each every for from get has have how if in into is it its more not of on one or out over say so take that the their them then there they think this three time to two up use uses want what when where which with works write you your".split(
    " ",
  ),
);

/** Enough letters to distinguish words, and few enough to match "propose" with "proposing". */
const stemLetters = 5;

/** The stems of the meaningful words of a text. */
export function stemsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => !stopWords.has(word)).map((word) => word.slice(0, stemLetters)));
}

/** How many stems two texts have in common. */
export function countShared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return [...a].filter((stem) => b.has(stem)).length;
}
