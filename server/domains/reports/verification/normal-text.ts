/** Invisible characters, such as joiners and soft hyphens. Inside a word they would hide it from a search. */
const invisible = /\p{Default_Ignorable_Code_Point}|\p{Cf}/gu;

const quotationMarks: Readonly<Record<string, string>> = {
  "\u2018": "'",
  "\u2019": "'",
  "\u201a": "'",
  "\u201b": "'",
  "\u201c": '"',
  "\u201d": '"',
  "\u201e": '"',
  "\u201f": '"',
};

/**
 * Gives texts that look the same to people the same form: Unicode NFKC, no invisible characters, one space
 * between words, straight quotation marks. Case is kept.
 */
export function normalText(text: string): string {
  return text
    .normalize("NFKC")
    .replace(invisible, "")
    .replace(/[\u2018-\u201f]/g, (mark) => quotationMarks[mark] ?? mark)
    .replace(/\s+/gu, " ")
    .trim();
}

/** Small letters, digits and signs of any script, by pairs with the Latin letter that they look like. */
const latinByLookalike: Readonly<Record<string, string>> = Object.fromEntries(
  [
    "аa",
    "еe",
    "оo",
    "рp",
    "сc",
    "уy",
    "хx",
    "іi",
    "јj",
    "ѕs",
    "һh",
    "ԁd",
    "ԛq",
    "ԝw",
    "вb",
    "нh",
    "кk",
    "мm",
    "тt",
    "αa",
    "εe",
    "οo",
    "ρp",
    "ιi",
    "κk",
    "νv",
    "τt",
    "υu",
    "χx",
    "γy",
    "ηn",
    "ωw",
    "ıi",
    "ɑa",
    "ɡg",
    "0o",
    "1i",
    "3e",
    "4a",
    "5s",
    "7t",
    "@a",
    "$s",
  ].map((pair) => [[...pair][0] ?? "", [...pair][1] ?? ""]),
);

const lookalike = new RegExp(`[${Object.keys(latinByLookalike).join("")}]`, "gu");
const isAscii = /^[\t\n\r -~]*$/;

/** Greek capitals that look like Latin letters while their small letters do not. */
const latinByGreekCapital: Readonly<Record<string, string>> = {
  "\u0392": "b",
  "\u0396": "z",
  "\u0397": "h",
  "\u039c": "m",
  "\u039d": "n",
  "\u03a5": "y",
};

/**
 * Reduces a text to small letters without accents, with Latin letters in place of look-alike letters, digits
 * and signs. For matching against word lists, never for display: a real number changes, too.
 */
export function latinSkeleton(text: string): string {
  const withLatin = (lower: string) =>
    lower.replace(lookalike, (character) => latinByLookalike[character] ?? character).replace(/\s+/gu, " ");
  // Most texts are plain English, where all that follows would change nothing.
  if (isAscii.test(text)) return withLatin(text.toLowerCase());
  const letters = text
    .normalize("NFKD")
    .replace(invisible, "")
    .replace(/\p{M}/gu, "")
    .replace(/[\u0392-\u03a5]/g, (capital) => latinByGreekCapital[capital] ?? capital)
    .toLowerCase();
  return withLatin(letters);
}

/**
 * True for a character that continues a word: a letter, a mark on a letter, a digit or an underscore. False
 * for undefined, the edge of a text.
 */
export function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{M}\p{N}_]/u.test(character);
}

/** The words of a text. An apostrophe, straight or curly, belongs to a word only between two of its letters. */
export function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}_]+(?:['\u2019][\p{L}\p{M}\p{N}_]+)*/gu) ?? [];
}
