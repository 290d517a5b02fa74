import { canPrint, type FontName, type Fonts, fontFor, fontRuns, graphemesOf } from "./fonts.ts";

/* Our fonts have no emoji, which would print as empty boxes. Removes them together with the extra space.
   Unicode counts signs such as © and ™ as emoji, but the fonts have them. */

const emoji = "(?![©®™])[\\p{Extended_Pictographic}\\p{Regional_Indicator}\\u{1F3FB}-\\u{1F3FF}]";
const sequence = `${emoji}[\\uFE0F\\u20E3\\u{1F3FB}-\\u{1F3FF}]*(?:\\u200D${emoji}[\\uFE0F\\u{1F3FB}-\\u{1F3FF}]*)*`;
const stretch = new RegExp(`[ \\t]*(?:${sequence}[ \\t]*)+`, "gu");
const marks = /[\uFE0F\u20E3]/g;

export function printableText(text: string): string {
  return text
    .replace(stretch, (found, at: number, whole: string) => {
      const before = whole[at - 1];
      const after = whole[at + found.length];
      const isEdge = before === undefined || before === "\n" || after === undefined;
      return isEdge || /[\s.,;:!?)]/.test(after) ? "" : " ";
    })
    .replace(marks, "");
}

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
export function replaceMissing(text: string, has: (codePoint: number) => boolean): string {
  let written = "";
  /** The kind of the stretch that has not ended, and the spaces after it, which may be within it. */
  let kind: string | null = null;
  let spaces = "";
  const end = () => {
    if (kind !== null) written += `[${kind}]${spaces}`;
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
  return written;
}

function isPrintable(letter: string, has: (codePoint: number) => boolean): boolean {
  const codePoint = letter.codePointAt(0) ?? 0;
  // Line breaks and other control characters have no shape.
  return /\p{Cc}/u.test(letter) || has(codePoint);
}

function kindOf(letter: string): string {
  return scripts.find(([script]) => script.test(letter))?.[1] ?? sign;
}

interface LineWidths {
  first: number;
  rest: number;
}

/** Letters that stay together; widths in points. */
interface Piece {
  text: string;
  width: number;
  /** True if a space precedes it. */
  isSpaced: boolean;
}

/** Longer pieces are split even if they have no width, because invisible letters take time to draw. */
const maxPieceLength = 200;
const maxLineLength = 1_000;

/**
 * Splits a text into lines, with as many words as fit, and measures each word once. A word may also break
 * after a hyphen or a slash; one that is wider than a line breaks between any two characters.
 */
export function breakLines(text: string, widths: LineWidths, measure: (text: string) => number): string[] {
  const space = measure(" ");
  const lines: string[] = [];
  for (const paragraph of text.split(/\r\n|\r|\n/)) {
    let line = "";
    let used = 0;
    let hasWords = false;
    for (const { text: piece, width, isSpaced } of piecesOf(paragraph, widths.rest, measure)) {
      const separator = isSpaced && hasWords ? " " : "";
      const gap = separator === "" ? 0 : space;
      const limit = lines.length === 0 ? widths.first : widths.rest;
      const isFull = used + gap + width > limit || line.length + piece.length > maxLineLength;
      if (isFull) {
        if (hasWords) lines.push(line);
        [line, used] = [piece, width];
      } else {
        line += separator + piece;
        used += gap + width;
      }
      hasWords = true;
    }
    lines.push(line);
  }
  return lines;
}

function* piecesOf(paragraph: string, width: number, measure: (text: string) => number): Generator<Piece> {
  for (const word of paragraph.split(/\s+/)) {
    let isSpaced = true;
    for (const text of word.split(/(?<=[-‐–—/])/)) {
      if (text === "") continue;
      for (const piece of fittingPieces(text, width, measure)) {
        yield { ...piece, isSpaced };
        isSpaced = false;
      }
    }
  }
}

function* fittingPieces(
  text: string,
  width: number,
  measure: (text: string) => number,
): Generator<Omit<Piece, "isSpaced">> {
  const fullWidth = text.length > maxPieceLength ? Number.POSITIVE_INFINITY : measure(text);
  if (fullWidth <= width) return yield { text, width: fullWidth };
  let piece = "";
  let used = 0;
  for (const grapheme of graphemesOf(text)) {
    const more = measure(grapheme);
    if (piece !== "" && (used + more > width || piece.length + grapheme.length > maxPieceLength)) {
      yield { text: piece, width: used };
      [piece, used] = ["", 0];
    }
    piece += grapheme;
    used += more;
  }
  yield { text: piece, width: used };
}

/** The appearance of a piece of text: size and leading in points. */
export interface TextStyle {
  font: FontName;
  size: number;
  color: string;
  lineGap?: number;
}

/** In points. `hang` is how far the first line starts left of the others. */
interface Room {
  width: number;
  hang: number;
}

/** How a document prints texts: with which letters, how wide, and in which lines. */
export interface TextLayout {
  printable(whole: string): string;
  /** The style in a font that has all letters of the text. */
  styleFor(style: TextStyle, text: string): TextStyle;
  widthOf(text: string, style: TextStyle): number;
  linesOf(text: string, style: TextStyle, room: Room): string[];
  lineHeightOf(style: TextStyle): number;
  /** From the top of a line to its baseline. */
  ascentOf(style: TextStyle): number;
}

/** Sets the font and size in which the document measures and writes next. */
export function setStyle(doc: PDFKit.PDFDocument, { font, size }: TextStyle): PDFKit.PDFDocument {
  return doc.font(font).fontSize(size);
}

/** Keeps its results, because most texts are measured before they are written. */
export function openTextLayout(doc: PDFKit.PDFDocument, fonts: Fonts): TextLayout {
  const printed = new Map<string, string>();
  const measured = new Map<string, number>();
  const broken = new Map<string, string[]>();

  function widthOf(text: string, style: TextStyle): number {
    const key = `${style.font} ${style.size} ${text}`;
    const known = measured.get(key);
    if (known !== undefined) return known;
    const runs = fontRuns(fonts, style.font, text);
    const points = runs.reduce(
      (sum, run) => sum + setStyle(doc, { ...style, font: run.font }).widthOfString(run.text),
      0,
    );
    measured.set(key, points);
    return points;
  }

  return {
    printable(whole) {
      const known = printed.get(whole);
      if (known !== undefined) return known;
      const text = replaceMissing(whole, (codePoint) => canPrint(fonts, codePoint));
      printed.set(whole, text);
      return text;
    },
    styleFor(style, text) {
      const font = fontFor(fonts, style.font, text.replaceAll(/[\r\n\t]/g, ""));
      return font === style.font ? style : { ...style, font };
    },
    widthOf,
    linesOf(text, style, { width, hang }) {
      const key = `${style.font} ${style.size} ${width} ${hang} ${text}`;
      const known = broken.get(key);
      if (known !== undefined) return known;
      const room = { first: width, rest: width - hang };
      const lines = breakLines(text, room, (part) => widthOf(part, style));
      broken.set(key, lines);
      return lines;
    },
    lineHeightOf: (style) => setStyle(doc, style).currentLineHeight(true) + (style.lineGap ?? 0),
    ascentOf: ({ font, size }) => (fonts[font].ascent / fonts[font].unitsPerEm) * size,
  };
}
