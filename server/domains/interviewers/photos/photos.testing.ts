import { crc32, deflateSync } from "node:zlib";

/* For tests only: the smallest pictures of each kind, with a secret that must be removed. */

interface PictureOptions {
  secret?: string;
  width?: number;
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** One green pixel, or a header that claims a larger size. */
export function png({ secret = "", width = 1 }: PictureOptions): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(1, 4);
  head.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    pngChunk("IHDR", head),
    pngChunk("tEXt", Buffer.from(secret)),
    pngChunk("IDAT", deflateSync(Buffer.from([0, 13, 92, 69]))),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

function jpegSegment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** A minimal JPEG, enough for parsers of its segments. */
export function jpeg({ secret = "" }: PictureOptions): Buffer {
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    jpegSegment(0xe0, Buffer.from("JFIF\0\x01\x01\0\0\x01\0\x01\0\0", "latin1")),
    jpegSegment(0xe1, Buffer.from(`Exif\0\0${secret}`, "latin1")),
    jpegSegment(0xfe, Buffer.from(secret)),
    jpegSegment(0xc0, Buffer.from([8, 0, 1, 0, 1, 1, 1, 0x11, 0])),
    jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56]),
    Buffer.from([0xff, 0xd9]),
  ]);
}

function webpChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.concat([Buffer.from(type, "latin1"), Buffer.alloc(4)]);
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/** A minimal extended WebP that announces EXIF. */
export function webp({ secret = "" }: PictureOptions): Buffer {
  const picture = Buffer.concat([Buffer.from([0x2f, 0, 0, 0, 0]), Buffer.alloc(8)]);
  const body = Buffer.concat([
    Buffer.from("WEBP"),
    webpChunk("VP8X", Buffer.from([0x08, 0, 0, 0, 0, 0, 0, 0, 0, 0])),
    webpChunk("VP8L", picture),
    webpChunk("EXIF", Buffer.from(secret)),
  ]);
  const head = Buffer.from("RIFF\0\0\0\0", "latin1");
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}
