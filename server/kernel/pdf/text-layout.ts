import { breakLines } from "./break-lines.ts";
import { canPrint, type FontName, type Fonts, fontFor, fontRuns } from "./fonts.ts";
import { replaceMissing } from "./missing-letters.ts";

/** The appearance of a piece of text: size and leading in points. */
export interface TextStyle {
  font: FontName;
  size: number;
  color: string;
  lineGap?: number;
  /** The spaces before the first word of a line stay, as in code. */
  keepsIndent?: boolean;
}

/** In points. `hang` is how far the first line starts left of the others. */
interface Room {
  width: number;
  hang: number;
}

/** How a document prints texts: with which letters, how wide, and in which lines. */
export interface TextLayout {
  /** Some text has letters that no font has: their kinds are printed instead, in brackets. */
  readonly lacksLetters: boolean;
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
  let lacksLetters = false;

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
    get lacksLetters() {
      return lacksLetters;
    },
    printable(whole) {
      const known = printed.get(whole);
      if (known !== undefined) return known;
      const { text, isReplaced } = replaceMissing(whole, (codePoint) => canPrint(fonts, codePoint));
      lacksLetters ||= isReplaced;
      printed.set(whole, text);
      return text;
    },
    styleFor(style, text) {
      const font = fontFor(fonts, style.font, text.replaceAll(/[\r\n\t]/g, ""));
      return font === style.font ? style : { ...style, font };
    },
    widthOf,
    linesOf(text, style, { width, hang }) {
      const key = `${style.font} ${style.size} ${style.keepsIndent} ${width} ${hang} ${text}`;
      const known = broken.get(key);
      if (known !== undefined) return known;
      fonts[style.font].prepare(text);
      const room = { first: width, rest: width - hang };
      const lines = breakLines(text, room, (part) => widthOf(part, style), style.keepsIndent);
      broken.set(key, lines);
      return lines;
    },
    lineHeightOf: (style) => setStyle(doc, style).currentLineHeight(true) + (style.lineGap ?? 0),
    ascentOf: ({ font, size }) => (fonts[font].ascent / fonts[font].unitsPerEm) * size,
  };
}
