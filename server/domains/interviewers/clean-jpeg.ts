import type { CleanPicture } from "./clean-photo.ts";

const [startOfScan, endOfImage, comment, profile, adobe] = [0xda, 0xd9, 0xfe, 0xe2, 0xee];

/** Keeps the segments that draw (ITU-T T.81 annex B), up to the end of the image. Null when it is not a whole JPEG. */
export function cleanJpeg(content: Buffer): CleanPicture | null {
  const kept = [content.subarray(0, 2)];
  let size: { width: number; height: number } | null = null;
  for (let at = 2; at + 2 <= content.length; ) {
    if (content[at] !== 0xff) return null;
    const marker = content[at + 1] as number;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === endOfImage) {
      kept.push(content.subarray(at, at + 2));
      return size === null ? null : { content: Buffer.concat(kept), ...size };
    }
    if (at + 4 > content.length) return null;
    const end = at + 2 + content.readUInt16BE(at + 2);
    if (end > content.length) return null;
    const segment = content.subarray(at, end);
    size = sizeIn(marker, segment) ?? size;
    if (draws(marker, segment)) kept.push(segment);
    at = end;
    if (marker === startOfScan) {
      at = endOfScan(content, end);
      kept.push(content.subarray(end, at));
    }
  }
  return null;
}

/** Of the application segments (E0 to EF) only those that say how colours are meant; comments never. */
function draws(marker: number, segment: Buffer): boolean {
  if (marker === comment) return false;
  if (marker < 0xe0 || marker > 0xef) return true;
  if (marker === profile) return segment.subarray(4, 15).toString("latin1") === "ICC_PROFILE";
  return marker === 0xe0 || marker === adobe;
}

/** A frame header (C0 to CF without C4, C8 and CC) carries height and width. */
function sizeIn(marker: number, segment: Buffer): { width: number; height: number } | null {
  const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
  if (!isFrame || segment.length < 9) return null;
  const [height, width] = [segment.readUInt16BE(5), segment.readUInt16BE(7)];
  return width > 0 && height > 0 ? { width, height } : null;
}

/** Where the coded data end: at the next marker that is neither a stuffed byte nor a restart. */
function endOfScan(content: Buffer, from: number): number {
  for (let at = content.indexOf(0xff, from); at !== -1; at = content.indexOf(0xff, at + 1)) {
    const next = content[at + 1];
    if (next !== undefined && next !== 0x00 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return content.length;
}
