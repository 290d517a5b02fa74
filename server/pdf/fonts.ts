import { readFile } from "node:fs/promises";
import { create, type Font } from "fontkit";
import { assetsDirectory } from "../assets.ts";

export interface Fonts {
  regular: Font;
  bold: Font;
}

let fonts: Promise<Fonts> | undefined;

/** Noto Sans with its Latin, Greek, Cyrillic and Devanagari letters, opened once: opening takes longer than a page does. */
export function openFonts(): Promise<Fonts> {
  fonts ??= Promise.all([open("noto-sans-400.ttf"), open("noto-sans-700.ttf")])
    .then(([regular, bold]) => ({ regular, bold }))
    .catch((error: unknown) => {
      // A failure must not be the answer for ever: the next export tries again.
      fonts = undefined;
      throw error;
    });
  return fonts;
}

async function open(name: string): Promise<Font> {
  return create(await readFile(new URL(`fonts/${name}`, assetsDirectory))) as Font;
}
