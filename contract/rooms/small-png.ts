import { maxFigurePixels } from "./pad-run-limits.ts";

/** The first bytes of every PNG file, as characters. */
const signature = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
/** The signature, and width and height in four bytes each. */
const headerBytes = 24;

/**
 * True for the base64 of a PNG file whose sides are not too long. A file of a few bytes can declare a picture that
 * takes gigabytes of memory to show.
 */
export function isSmallPng(base64: string): boolean {
  const header = decodeStart(base64);
  if (header.length < headerBytes || !header.startsWith(signature)) return false;
  const side = (at: number) =>
    [0, 1, 2, 3].reduce((value, index) => value * 256 + header.charCodeAt(at + index), 0);
  return [side(16), side(20)].every((pixels) => pixels > 0 && pixels <= maxFigurePixels);
}

function decodeStart(base64: string): string {
  try {
    return atob(base64.slice(0, (headerBytes / 3) * 4));
  } catch {
    return "";
  }
}
