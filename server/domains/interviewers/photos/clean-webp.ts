import type { CleanPicture } from "./clean-picture.ts";

const imageChunks = new Set(["VP8 ", "VP8L", "VP8X", "ALPH", "ICCP"]);

/** Bits of VP8X that announce EXIF, XMP or an animation, which we remove. */
const metadataFlags = 0x08 | 0x04 | 0x02;

/** Keeps the chunks of one still picture (RFC 9649). Null if it is not a complete one. */
export function cleanWebp(content: Buffer): CleanPicture | null {
  const end = Math.min(content.length, 8 + content.readUInt32LE(4));
  const kept: Buffer[] = [];
  let size: { width: number; height: number } | null = null;
  for (let at = 12; at + 8 <= end; ) {
    const type = content.subarray(at, at + 4).toString("latin1");
    const next = at + 8 + content.readUInt32LE(at + 4);
    if (next > end) return null;
    const chunk = Buffer.from(content.subarray(at, next));
    if (type === "VP8X") chunk.writeUInt8((chunk[8] ?? 0) & ~metadataFlags, 8);
    size ??= readSize(type, chunk.subarray(8));
    if (imageChunks.has(type)) kept.push(chunk, ...(chunk.length % 2 === 1 ? [Buffer.alloc(1)] : []));
    at = next + (next % 2);
  }
  const hasPicture = kept.some((chunk) => /^VP8[ L]/.test(chunk.subarray(0, 4).toString("latin1")));
  if (size === null || !hasPicture) return null;
  const body = Buffer.concat([Buffer.from("WEBP"), ...kept]);
  const head = Buffer.from("RIFF\0\0\0\0", "latin1");
  head.writeUInt32LE(body.length, 4);
  return { content: Buffer.concat([head, body]), ...size };
}

function readSize(type: string, data: Buffer): { width: number; height: number } | null {
  if (data.length < 10) return null;
  if (type === "VP8X") return { width: 1 + data.readUIntLE(4, 3), height: 1 + data.readUIntLE(7, 3) };
  if (type === "VP8 ") return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
  if (type !== "VP8L" || data[0] !== 0x2f) return null;
  const bits = data.readUInt32LE(1);
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
}
