import { graphemesOf } from "./graphemes.ts";

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
 * after a hyphen or a slash; one that is wider than a line breaks between any two characters. `keepsIndent`: the spaces
 * before the first word of a line stay, as in code.
 */
export function breakLines(
  text: string,
  widths: LineWidths,
  measure: (text: string) => number,
  keepsIndent = false,
): string[] {
  const space = measure(" ");
  const lines: string[] = [];
  for (const paragraph of text.split(/\r\n|\r|\n/)) {
    let line = keepsIndent ? indentOf(paragraph) : "";
    let used = line === "" ? 0 : measure(line);
    let hasWords = false;
    for (const { text: piece, width, isSpaced } of piecesOf(paragraph, widths.rest, measure)) {
      const separator = isSpaced && hasWords ? " " : "";
      const gap = separator === "" ? 0 : space;
      const limit = lines.length === 0 ? widths.first : widths.rest;
      const isFull = used + gap + width > limit || line.length + piece.length > maxLineLength;
      if (isFull) {
        // An indent that leaves too little room is dropped.
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

const maxIndent = 40;

function indentOf(paragraph: string): string {
  const spaces = /^[ \t]*(?=\S)/.exec(paragraph)?.[0] ?? "";
  return spaces.replaceAll("\t", "    ").slice(0, maxIndent);
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
