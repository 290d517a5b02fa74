import type { Font, GlyphRun } from "fontkit";
import { graphemesOf } from "./graphemes.ts";

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
