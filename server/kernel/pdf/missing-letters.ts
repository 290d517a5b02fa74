/* Our fonts have the Latin, Greek, Cyrillic and Devanagari letters and common signs. Other letters would print as
   empty boxes, so each stretch of them is replaced by its kind in brackets: `[Tamil text]`. */

const scripts: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}]/u, "Chinese or Japanese text"],
  [/\p{Script=Hangul}/u, "Korean text"],
  ...(
    [
      "Arabic",
      "Bengali",
      "Gujarati",
      "Gurmukhi",
      "Hebrew",
      "Kannada",
      "Malayalam",
      "Oriya",
      "Sinhala",
      "Tamil",
      "Telugu",
      "Thai",
    ] as const
  ).map((name) => [new RegExp(`\\p{Script=${name}}`, "u"), `${name} text`] as const),
  [/[\p{Extended_Pictographic}\p{Regional_Indicator}]/u, "emoji"],
  [/\p{L}/u, "text in another script"],
];
/** The name for a letter or sign without a script of its own: `∰`, or punctuation that stands alone. */
const sign = "sign";

/** Letters that change the one before them, or only join: they belong to the stretch before. */
const attached = /\p{M}|\p{Cf}|\p{Emoji_Modifier}/u;
const space = /[ \t\u00a0]/;

/** Replaces each stretch of letters that no font has; `has` says whether a font has a letter. */
export function replaceMissing(
  text: string,
  has: (codePoint: number) => boolean,
): { text: string; isReplaced: boolean } {
  let written = "";
  let isReplaced = false;
  /** The kind of the stretch that has not ended, and the spaces after it, which may be within it. */
  let kind: string | null = null;
  let spaces = "";
  const end = () => {
    if (kind !== null) written += `[${kind}]${spaces}`;
    isReplaced ||= kind !== null;
    kind = null;
    spaces = "";
  };
  for (const letter of text) {
    if (attached.test(letter)) {
      if (kind === null && isPrintable(letter, has)) written += letter;
    } else if (kind !== null && space.test(letter)) spaces += letter;
    else if (isPrintable(letter, has)) {
      end();
      written += letter;
    } else {
      const next = kindOf(letter);
      // Punctuation of a script is common to several.
      if (kind === null || (next !== kind && next !== sign)) {
        end();
        kind = next;
      }
      spaces = "";
    }
  }
  end();
  return { text: written, isReplaced };
}

function isPrintable(letter: string, has: (codePoint: number) => boolean): boolean {
  const codePoint = letter.codePointAt(0) ?? 0;
  // Line breaks and other control characters have no shape.
  return /\p{Cc}/u.test(letter) || has(codePoint);
}

function kindOf(letter: string): string {
  return scripts.find(([script]) => script.test(letter))?.[1] ?? sign;
}
