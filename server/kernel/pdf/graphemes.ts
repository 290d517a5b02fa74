/** Longer clusters occur only in hostile text: a thousand accents on one letter count as one character. */
const maxLength = 24;

const virama = "\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca";
/**
 * A letter with its marks, and in Indian scripts with the letters of its conjunct. `Intl.Segmenter` knows
 * more kinds of characters, which our font lacks, and takes ten times as long.
 */
const cluster = new RegExp(
  `\\P{M}(?:\\p{M}|[\\u200c\\u200d]|(?<=[${virama}][\\u200c\\u200d]?)\\p{L}){0,${maxLength}}|\\p{M}{1,${maxLength}}`,
  "gsu",
);
const isSimple = /^[\x20-\x7e\u00a0-\u02af]*$/;

/** Splits a text into characters as readers see them; a line may break between them. */
export function graphemesOf(text: string): string[] {
  if (isSimple.test(text)) return text.split("");
  return text.match(cluster) ?? [];
}
