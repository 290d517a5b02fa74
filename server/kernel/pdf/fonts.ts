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

/* fontkit is slow: about 70 µs for a letter of an Indian script, and a tenth of a millisecond per call. A
   language has a few thousand syllables and a document a few thousand words, so each is shaped once and
   cached. A hostile text, in which every syllable differs, exhausts a budget; the rest is then drawn
   letter by letter in bounded time, without kerning or conjuncts. Its letters stay readable for machines
   (`ActualText`). */

/** A font that shapes each syllable and word once. */
export interface CachedFont extends Font {
  /** Shapes the new parts of a text, many syllables at once, so that its lines are then shaped quickly. */
  prepare(text: string): void;
}

type Shaped = Pick<GlyphRun, "glyphs" | "positions">;

/** The scripts of India (and their Vedic signs), with the joiners that may occur between their letters. */
const indic = "\\u0900-\\u0dff\\u1cd0-\\u1cff\\ua8e0-\\ua8ff\\u200c\\u200d";
const stretches = new RegExp(`[${indic}]+|[^${indic} ]+ ?| `, "gu");
const joiner = /[\u200c\u200d]/;
const isIndic = new RegExp(`^[${indic}]`);

/** The budget for each document, roughly in microseconds. */
const maxCost = 200_000;
const indicLetterCost = 70;
const wordCost = 100;
/** A longer word is a URL or nonsense, so it is drawn without kerning. */
const maxWordLength = 40;
const syllablesPerCall = 40;
const maxCached = 20_000;

let spent = 0;

/** Resets the budget. A worker process draws one document at a time. */
export function resetShapingBudget(): void {
  spent = 0;
}

export function cacheShaping(font: Font): CachedFont {
  const shape = font.layout.bind(font);
  const space = font.glyphForCodePoint(32).id;
  const cache = new Map<string, Shaped>();

  function keep(piece: string, shaped: Shaped): void {
    if (cache.size >= maxCached) cache.clear();
    cache.set(piece, shaped);
  }

  function isAffordable(cost: number): boolean {
    spent += cost;
    return spent <= maxCost;
  }

  /** Shapes the new ones, separated by spaces, which no syllable crosses. */
  function prepareSyllables(all: string[]): void {
    const syllables = [...new Set(all)].filter((syllable) => !cache.has(syllable) && !joiner.test(syllable));
    for (let at = 0; at < syllables.length; at += syllablesPerCall) {
      const group = syllables.slice(at, at + syllablesPerCall);
      if (!isAffordable(group.join("").length * indicLetterCost)) return;
      const parts = splitAt(space, shape(group.join(" ")));
      if (parts.length !== group.length) continue;
      for (const [index, syllable] of group.entries()) keep(syllable, parts[index] as Shaped);
    }
  }

  function shapeSyllables(stretch: string): Shaped[] {
    const syllables = graphemesOf(stretch);
    prepareSyllables(syllables);
    // A syllable with a joiner may contain the glyph of a space, so it is shaped separately.
    return syllables.map((syllable) =>
      joiner.test(syllable) ? shapeWord(syllable) : (cache.get(syllable) ?? shapePlainly(font, syllable)),
    );
  }

  function shapeWord(word: string): Shaped {
    const known = cache.get(word);
    if (known !== undefined) return known;
    if (word.length > maxWordLength || !isAffordable(wordCost)) return shapePlainly(font, word);
    const shaped = shape(word);
    keep(word, shaped);
    return shaped;
  }

  // pdfkit passes OpenType features only when a text asks for them, and ours never do.
  const layout = (text: string) =>
    join(
      (text.match(stretches) ?? []).flatMap((stretch) =>
        isIndic.test(stretch) ? shapeSyllables(stretch) : shapeWord(stretch),
      ),
    );
  const prepare = (text: string) => {
    prepareSyllables(
      (text.match(stretches) ?? []).filter((stretch) => isIndic.test(stretch)).flatMap(graphemesOf),
    );
  };
  return Object.assign(font, { layout: layout as Font["layout"], prepare });
}

function splitAt(separator: number, { glyphs, positions }: Shaped): Shaped[] {
  const parts: Shaped[] = [{ glyphs: [], positions: [] }];
  for (const [index, glyph] of glyphs.entries()) {
    if (glyph.id === separator) parts.push({ glyphs: [], positions: [] });
    else {
      const part = parts.at(-1) as Shaped;
      part.glyphs.push(glyph);
      part.positions.push(positions[index] as Shaped["positions"][number]);
    }
  }
  return parts;
}

/** pdfkit scales the positions in place and adds each glyph's width, so each call needs a copy. */
function join(parts: Shaped[]): Shaped & { advanceWidth: number } {
  const glyphs: Shaped["glyphs"] = [];
  const positions: Shaped["positions"] = [];
  for (const part of parts) {
    for (const glyph of part.glyphs) glyphs.push(glyph);
    for (const { xAdvance, yAdvance, xOffset, yOffset } of part.positions)
      positions.push({ xAdvance, yAdvance, xOffset, yOffset, advanceWidth: 0 } as never);
  }
  return {
    glyphs,
    positions,
    get advanceWidth() {
      return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
    },
  };
}

function shapePlainly(font: Font, piece: string): Shaped {
  const glyphs = [...piece].map((letter) => font.glyphForCodePoint(letter.codePointAt(0) ?? 0));
  const positions = glyphs.map(({ advanceWidth: xAdvance }) => ({
    xAdvance,
    yAdvance: 0,
    xOffset: 0,
    yOffset: 0,
  }));
  return { glyphs, positions };
}

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
