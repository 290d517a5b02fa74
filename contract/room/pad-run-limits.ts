/* Separate from the schemas, so that the programs that run code load no more than they need. */

/** The longest running time, in milliseconds. Loading the language does not count. */
export const maxRunMilliseconds = 10_000;
/** The longest output that is shown, stored and sent; a longer one is cut, and says so. */
export const runOutputCharacters = 20_000;
/** The most memory for a run's code and values, in bytes. The run ends at this limit. */
export const maxPythonMemoryBytes = 512 * 2 ** 20;
export const maxJavascriptMemoryBytes = 64 * 2 ** 20;
export const maxSqlMemoryBytes = 512 * 2 ** 20;
/** The most rows of one result that a run of SQL shows. */
export const maxSqlRows = 200;

/** The most figures of one run that are shown, stored and sent. */
export const maxRunFigures = 3;
/** The largest figure: its PNG file in bytes, so that three of them fit into one message, and its side in pixels. */
export const maxFigureBytes = 12_000;
export const maxFigurePixels = 2_000;
/** The longest text that describes a figure. */
export const maxFigureAltCharacters = 200;

/** The binary interface of our Python (Pyodide). Packages that were compiled for another one cannot be loaded. */
export const pythonAbiVersion = "2026_0";

/** Browsers and Node have it; the types of neither are loaded here. */
declare function atob(base64: string): string;

/** The first bytes of every PNG file, to the name of its first part. */
const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52];
/** The signature, and width and height in four bytes each. */
const headerBytes = 24;

/**
 * True for the base64 of a PNG file whose sides are not too long. A file of a few bytes can declare a picture that
 * takes gigabytes of memory to show.
 */
export function isSmallPng(base64: string): boolean {
  const start = base64.slice(0, (headerBytes / 3) * 4);
  if (!/^[A-Za-z0-9+/]{32}$/.test(start)) return false;
  const header = Array.from(atob(start), (character) => character.charCodeAt(0));
  if (signature.some((byte, index) => header[index] !== byte)) return false;
  const side = (at: number) => header.slice(at, at + 4).reduce((value, byte) => value * 256 + byte, 0);
  return [side(16), side(20)].every((pixels) => pixels > 0 && pixels <= maxFigurePixels);
}
