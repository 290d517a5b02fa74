import { readFile } from "node:fs/promises";
import { create, type Font } from "fontkit";
import { assetsDirectory } from "../assets.ts";
import { type CachedFont, cacheShaping } from "./shaping.ts";

export interface Fonts {
  regular: CachedFont;
  bold: CachedFont;
  /** Noto Sans Mono, for code and output. It has signs that the other fonts lack, too: see `fontRuns`. */
  mono: CachedFont;
  /** Fraunces, for titles and quotes. It only has the letters of Western Europe: see `fontFor`. */
  display: CachedFont;
  displayBold: CachedFont;
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

function hasLetter(font: CachedFont, letter: string): boolean {
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

async function open(name: string): Promise<CachedFont> {
  const font = create(await readFile(new URL(`fonts/${name}`, assetsDirectory))) as Font;
  // fontkit keeps each glyph with the letters for which it was first requested. A document's subset requests the parts
  // of composed glyphs without letters, such as the dots of a colon; without this, copied text of a later document
  // would lack the period.
  for (const codePoint of font.characterSet) font.glyphForCodePoint(codePoint);
  return cacheShaping(font);
}
