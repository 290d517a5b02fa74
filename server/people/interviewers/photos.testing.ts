import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import type { PhotoKind } from "./encode-photo.ts";

/* For tests only: pictures of each kind, with a secret that must be removed. */

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

/**
 * A picture as a camera that is held upright writes it: a lying picture of 1600 × 1200 pixels, green on the left and
 * red on the right, whose EXIF data says that it must be turned by 90 degrees, and where and by whom it was taken.
 */
export async function cameraPhoto(kind: PhotoKind, secret = "Kavya's phone"): Promise<Buffer> {
  const [width, height] = [1600, 1200];
  const right = await sharp({ create: { width: width / 2, height, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  return await sharp({ create: { width, height, channels: 3, background: "green" } })
    .composite([{ input: right, left: width / 2, top: 0 }])
    .withExif({
      IFD0: { Make: secret, Orientation: "6" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "18/1 31/1 12/1", GPSLongitudeRef: "E" },
    })
    .withMetadata({ orientation: 6 })
    .toFormat(kind === "jpg" ? "jpeg" : kind)
    .toBuffer();
}

function webpChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.concat([Buffer.from(type, "latin1"), Buffer.alloc(4)]);
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/** An animation (RFC 9649) of a few kilobytes for each picture, which takes `frames` × `size` ² × 4 bytes when decoded. */
export async function animatedWebp({ frames, size }: { frames: number; size: number }): Promise<Buffer> {
  const still = await sharp({ create: { width: size, height: size, channels: 4, background: "green" } })
    .webp({ lossless: true, effort: 0 })
    .toBuffer();
  const [head, frame] = [Buffer.alloc(10), Buffer.alloc(16)];
  head.writeUInt8(0x02);
  head.writeUIntLE(size - 1, 4, 3);
  head.writeUIntLE(size - 1, 7, 3);
  frame.writeUIntLE(size - 1, 6, 3);
  frame.writeUIntLE(size - 1, 9, 3);
  const picture = webpChunk("ANMF", Buffer.concat([frame, still.subarray(still.indexOf("VP8L"))]));
  const body = Buffer.concat([
    Buffer.from("WEBP"),
    webpChunk("VP8X", head),
    webpChunk("ANIM", Buffer.alloc(6)),
    ...Array.from({ length: frames }, () => picture),
  ]);
  return webpChunk("RIFF", body);
}
