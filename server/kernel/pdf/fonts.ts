import { readFile } from "node:fs/promises";
import { create, type Font, type GlyphRun } from "fontkit";

/**
 * Files that the server reads at run time: beside this file in the sources, beside the bundle's chunks in the
 * build.
 */
const assetsDirectory = new URL("./assets/", import.meta.url);

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

const maxCached = 20_000;

/**
 * fontkit is slow: about 70 µs for a letter of an Indian script, and a document is laid out several times. pdfkit asks word
 * by word, and a language has a few thousand words, so each is shaped once.
 */
function cacheShaping(font: Font): Font {
  const shape = font.layout.bind(font);
  const cache = new Map<string, GlyphRun>();
  // pdfkit passes OpenType features only when a text asks for them, and ours never do.
  const layout = (word: string): GlyphRun => {
    const run = cache.get(word) ?? shape(word);
    if (cache.size >= maxCached) cache.clear();
    cache.set(word, run);
    // pdfkit scales the positions in place, so each call needs a copy.
    const positions = run.positions.map((position) => ({ ...position }));
    return Object.assign(Object.create(Object.getPrototypeOf(run)), run, { positions });
  };
  return Object.assign(font, { layout });
}

export interface Fonts {
  regular: Font;
  bold: Font;
  /** Noto Sans Mono, for code and output. It has signs that the other fonts lack, too: see `fontRuns`. */
  mono: Font;
  /** Fraunces, for titles and quotes. It only has the letters of Western Europe: see `fontFor`. */
  display: Font;
  displayBold: Font;
}

export type FontName = keyof Fonts;

/** The font with more letters that replaces a display font. */
const fallbacks: Partial<Record<FontName, FontName>> = { display: "regular", displayBold: "bold" };

/** The font for the whole text: the wanted one, or another if it lacks some letters. */
export function fontFor(fonts: Fonts, wanted: FontName, text: string): FontName {
  const fallback = fallbacks[wanted];
  if (fallback === undefined) return wanted;
  const font = fonts[wanted];
  return [...text].every((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
    ? wanted
    : fallback;
}

/** A part of a line in one font. */
interface FontRun {
  font: FontName;
  text: string;
}

/** The font for single letters that a font lacks: Devanagari in code, and arrows and comparisons in sentences. */
const letterFallbacks: Partial<Record<FontName, FontName>> = {
  regular: "mono",
  bold: "mono",
  mono: "regular",
};

/** All fonts have these letters. */
const basic = /^[\x20-\x7e]*$/;
/** A mark belongs to the letter before it. */
const mark = /[\p{M}\p{Cf}]/u;

/**
 * The parts of a line. The figures of a display font are in the font that replaces it, because the flat-topped 3 of
 * Fraunces reads as a 5. The site does the same (web/ui/fonts.css).
 */
export function fontRuns(fonts: Fonts, font: FontName, line: string): FontRun[] {
  const figures = fallbacks[font];
  if (figures !== undefined) {
    return (line.match(/\d+|\D+/g) ?? []).map((text) => ({ font: /^\d/.test(text) ? figures : font, text }));
  }
  const other = letterFallbacks[font];
  if (other === undefined || basic.test(line)) return [{ font, text: line }];
  const runs: FontRun[] = [];
  for (const letter of line) {
    const last = runs.at(-1);
    const isOther = !hasLetter(fonts[font], letter) && hasLetter(fonts[other], letter);
    const wanted = last !== undefined && mark.test(letter) ? last.font : isOther ? other : font;
    if (last?.font === wanted) last.text += letter;
    else runs.push({ font: wanted, text: letter });
  }
  return runs;
}

/** True if text can be printed with this letter, in one font or another. */
export function canPrint({ regular, mono }: Fonts, codePoint: number): boolean {
  return regular.hasGlyphForCodePoint(codePoint) || mono.hasGlyphForCodePoint(codePoint);
}

function hasLetter(font: Font, letter: string): boolean {
  return font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);
}

let fonts: Promise<Fonts> | undefined;

/**
 * Noto Sans with its Latin, Greek, Cyrillic and Devanagari letters, Noto Sans Mono, and Fraunces for display. Opened
 * once per process, because opening takes longer than drawing a page.
 */
export function openFonts(): Promise<Fonts> {
  fonts ??= openAll().catch((error: unknown) => {
    // Lets the next document try again.
    fonts = undefined;
    throw error;
  });
  return fonts;
}

async function openAll(): Promise<Fonts> {
  const [regular, bold, mono, display, displayBold] = await Promise.all([
    open("noto-sans-400.ttf"),
    open("noto-sans-700.ttf"),
    open("noto-sans-mono-400.ttf"),
    open("fraunces-400.woff"),
    open("fraunces-600.woff"),
  ]);
  return { regular, bold, mono, display, displayBold };
}

async function open(name: string): Promise<Font> {
  const font = create(await readFile(new URL(`fonts/${name}`, assetsDirectory))) as Font;
  // fontkit keeps each glyph with the letters for which it was first requested. A document's subset requests the parts
  // of composed glyphs without letters, such as the dots of a colon; without this, copied text of a later document
  // would lack the period.
  for (const codePoint of font.characterSet) font.glyphForCodePoint(codePoint);
  return cacheShaping(font);
}
