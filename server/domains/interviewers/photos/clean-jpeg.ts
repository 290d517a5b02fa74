import type { CleanPicture } from "./clean-picture.ts";

const [startOfScan, endOfImage, comment, colorProfile, adobe] = [0xda, 0xd9, 0xfe, 0xe2, 0xee];

/**
 * Keeps the segments of the image itself (ITU-T T.81 annex B), up to its end. Null if it is not a complete JPEG.
 */
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
    size = readSize(marker, segment) ?? size;
    if (isImageSegment(marker, segment)) kept.push(segment);
    at = end;
    if (marker === startOfScan) {
      at = endOfScan(content, end);
      kept.push(content.subarray(end, at));
    }
  }
  return null;
}

/** Keeps application segments (E0 to EF) only if they define colors, and never comments. */
function isImageSegment(marker: number, segment: Buffer): boolean {
  if (marker === comment) return false;
  if (marker < 0xe0 || marker > 0xef) return true;
  if (marker === colorProfile) return segment.subarray(4, 15).toString("latin1") === "ICC_PROFILE";
  return marker === 0xe0 || marker === adobe;
}

/** A frame header (C0 to CF except C4, C8 and CC) contains height and width. */
function readSize(marker: number, segment: Buffer): { width: number; height: number } | null {
  const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
  if (!isFrame || segment.length < 9) return null;
  const [height, width] = [segment.readUInt16BE(5), segment.readUInt16BE(7)];
  return width > 0 && height > 0 ? { width, height } : null;
}

/** The end of the coded data: the next marker that is neither a stuffed byte nor a restart. */
function endOfScan(content: Buffer, from: number): number {
  for (let at = content.indexOf(0xff, from); at !== -1; at = content.indexOf(0xff, at + 1)) {
    const next = content[at + 1];
    if (next !== undefined && next !== 0x00 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return content.length;
}
