import type { Sharp, SharpOptions } from "sharp";

declare module "../../workers/worker-pool.ts" {
  interface Tasks {
    encodePhoto: typeof encodePhoto;
  }
}

export type PhotoKind = "png" | "jpg" | "webp";

export type EncodedPhoto =
  | { kind: "encoded"; content: Uint8Array }
  | { kind: "refused"; reason: "broken" | "too-large" };

/** A wider or higher picture is refused before it is decoded: its pixels would take more than 64 MB. */
export const maxPhotoPixels = 4096;

/** The stored picture is scaled down to this; no page shows a photo larger. */
const storedPixels = 1024;

/** Decoders of other formats stay off, so that only these three parse what strangers send. */
const decoders = ["VipsForeignLoadPngBuffer", "VipsForeignLoadJpegBuffer", "VipsForeignLoadWebpBuffer"];

/**
 * Decodes and re-encodes a photo: upright, in sRGB, and without anything that is not the picture, such as place,
 * comments, thumbnails and appended data. Of an animation, only the first picture is decoded. A worker task.
 */
export async function encodePhoto(input: { content: Uint8Array; kind: PhotoKind }): Promise<EncodedPhoto> {
  const open = await loadSharp();
  try {
    const { width, height } = await open(input.content, { limitInputPixels: false }).metadata();
    if (Math.max(width, height) > maxPhotoPixels) return { kind: "refused", reason: "too-large" };
    const picture = open(input.content, { limitInputPixels: maxPhotoPixels ** 2, failOn: "error" })
      .autoOrient()
      .resize({ width: storedPixels, height: storedPixels, fit: "inside", withoutEnlargement: true });
    return { kind: "encoded", content: await encoders[input.kind](picture).toBuffer() };
  } catch {
    // libvips reports every problem of a picture as an error of its own wording.
    return { kind: "refused", reason: "broken" };
  }
}

const encoders: Record<PhotoKind, (picture: Sharp) => Sharp> = {
  png: (picture) => picture.png(),
  jpg: (picture) => picture.jpeg({ quality: 85 }),
  webp: (picture) => picture.webp({ quality: 85 }),
};

/** Loaded at the first photo, so that the other tasks and the server do without libvips. */
async function loadSharp(): Promise<(content: Uint8Array, options: SharpOptions) => Sharp> {
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: decoders });
  return sharp;
}
