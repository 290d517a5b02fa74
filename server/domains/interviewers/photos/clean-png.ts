import type { CleanPicture } from "./clean-picture.ts";

/** The chunks of the picture itself (PNG 3rd edition, §5.6), without text, time and EXIF. */
const imageChunks = new Set(["IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT"]);

/** Keeps the signature and the picture's chunks, up to IEND. Null if it is not a complete PNG. */
export function cleanPng(content: Buffer): CleanPicture | null {
  const kept = [content.subarray(0, 8)];
  for (let at = 8; at + 12 <= content.length; ) {
    const length = content.readUInt32BE(at);
    const type = content.subarray(at + 4, at + 8).toString("latin1");
    const end = at + 12 + length;
    if (end > content.length || (at === 8) !== (type === "IHDR")) return null;
    if (imageChunks.has(type)) kept.push(content.subarray(at, end));
    if (type === "IEND") {
      const [width, height] = [content.readUInt32BE(16), content.readUInt32BE(20)];
      return width > 0 && height > 0 ? { content: Buffer.concat(kept), width, height } : null;
    }
    at = end;
  }
  return null;
}
