import { readFile } from "node:fs/promises";
import { create, type Font } from "fontkit";
import { assetsDirectory } from "../assets.ts";
import { type CachedFont, cacheShaping } from "./shaping.ts";

export interface Fonts {
  regular: CachedFont;
  bold: CachedFont;
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

/**
 * The parts of a line, with the figures of a display font in the font that replaces it, because the flat-topped 3 of
 * Fraunces reads as a 5. The site does the same (web/ui/fonts.css).
 */
export function fontRuns(font: FontName, line: string): FontRun[] {
  const figures = fallbacks[font];
  if (figures === undefined) return [{ font, text: line }];
  return (line.match(/\d+|\D+/g) ?? []).map((text) => ({ font: /^\d/.test(text) ? figures : font, text }));
}

let fonts: Promise<Fonts> | undefined;

/**
 * Noto Sans with its Latin, Greek, Cyrillic and Devanagari letters, and Fraunces for display. Opened once per
 * process, because opening takes longer than drawing a page.
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
  const [regular, bold, display, displayBold] = await Promise.all([
    open("noto-sans-400.ttf"),
    open("noto-sans-700.ttf"),
    open("fraunces-400.woff"),
    open("fraunces-600.woff"),
  ]);
  return { regular, bold, display, displayBold };
}

async function open(name: string): Promise<CachedFont> {
  const font = create(await readFile(new URL(`fonts/${name}`, assetsDirectory))) as Font;
  // fontkit keeps each glyph with the letters for which it was first requested. A document's subset requests the parts
  // of composed glyphs without letters, such as the dots of a colon; without this, copied text of a later document
  // would lack the period.
  for (const codePoint of font.characterSet) font.glyphForCodePoint(codePoint);
  return cacheShaping(font);
}
