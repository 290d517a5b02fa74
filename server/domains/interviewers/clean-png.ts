import type { CleanPicture } from "./clean-photo.ts";

/** The chunks that draw (PNG 3rd edition, §5.6); text, time and EXIF are not among them. */
const drawing = new Set(["IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT"]);

/** Keeps the signature and the chunks that draw, up to IEND. Null when it is not a whole PNG. */
export function cleanPng(content: Buffer): CleanPicture | null {
  const kept = [content.subarray(0, 8)];
  for (let at = 8; at + 12 <= content.length; ) {
    const length = content.readUInt32BE(at);
    const type = content.subarray(at + 4, at + 8).toString("latin1");
    const end = at + 12 + length;
    if (end > content.length || (at === 8) !== (type === "IHDR")) return null;
    if (drawing.has(type)) kept.push(content.subarray(at, end));
    if (type === "IEND") {
      const [width, height] = [content.readUInt32BE(16), content.readUInt32BE(20)];
      return width > 0 && height > 0 ? { content: Buffer.concat(kept), width, height } : null;
    }
    at = end;
  }
  return null;
}
