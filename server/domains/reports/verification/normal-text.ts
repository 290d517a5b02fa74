/** Invisible characters: joiners, direction marks, soft hyphens, byte order marks, variation selectors. */
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
 * Normalizes texts that look the same to people: Unicode NFKC, one space between words, straight quotation marks.
 * Case and words stay.
 */
export function normalText(text: string): string {
  return text
    .normalize("NFKC")
    .replace(invisible, "")
    .replace(/[\u2018-\u201f]/g, (mark) => quotationMarks[mark] ?? mark)
    .replace(/\s+/gu, " ")
    .trim();
}

/** Cyrillic and Greek letters that look like Latin ones. */
const lookalikes: Readonly<Record<string, string>> = Object.fromEntries(
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
    "ν" + "v",
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

/**
 * Latin words without case, accents, look-alike letters or digits in place of letters. For matching against word
 * lists, never for display.
 */
export function latinSkeleton(text: string): string {
  return text
    .normalize("NFKD")
    .replace(invisible, "")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/./gsu, (character) => lookalikes[character] ?? character)
    .replace(/\s+/gu, " ");
}

/** True for a character that continues a word: a letter, a mark on a letter, a digit or an underscore. */
export function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{M}\p{N}_]/u.test(character);
}

export function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}_']+/gu) ?? [];
}
