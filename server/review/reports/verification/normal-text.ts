/** Invisible characters, such as joiners and soft hyphens. Inside a word they would hide it from a search. */
const invisible = /\p{Default_Ignorable_Code_Point}|\p{Cf}/gu;

/**
 * Gives texts that look the same to people the same form: Unicode NFKC, no invisible characters, one space
 * between words, straight quotation marks. Case is kept.
 */
export function normalText(text: string): string {
  return text
    .normalize("NFKC")
    .replace(invisible, "")
    .replace(/[\u2018-\u201b]/g, "'")
    .replace(/[\u201c-\u201f]/g, '"')
    .replace(/\s+/gu, " ")
    .trim();
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
