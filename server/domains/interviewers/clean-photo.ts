import { onlyPhoto, photoBytes, photoTooLarge } from "@greenroom/contract/interviewer-profile.ts";
import { AppError } from "../../http/errors.ts";
import type { UploadKind } from "../../http/take-upload.ts";
import { cleanJpeg } from "./clean-jpeg.ts";
import { cleanPng } from "./clean-png.ts";
import { cleanWebp } from "./clean-webp.ts";

/** A picture with nothing in it but the picture. */
export interface CleanPicture {
  content: Buffer;
  width: number;
  height: number;
}

export const photoTypes = { png: "image/png", jpg: "image/jpeg", webp: "image/webp" } as const;
export type PhotoKind = keyof typeof photoTypes;

/** Wider or higher than this no photo of a person needs to be; it bounds what a reader's browser has to unpack. */
const mostPixels = 4096;

const cleaners: Record<PhotoKind, (content: Buffer) => CleanPicture | null> = {
  png: cleanPng,
  jpg: cleanJpeg,
  webp: cleanWebp,
};

/** A photo on its way: it is known by its first bytes, whatever it calls itself. */
export const photoUpload: UploadKind = {
  field: "photo",
  mostBytes: photoBytes,
  tooLarge: photoTooLarge,
  checkHead({ head }) {
    if (kindOf(head) === null) throw refused(onlyPhoto);
  },
};

/**
 * Reads a photo by its first bytes, whatever it calls itself, and writes it anew without what does not draw: where and
 * when it was taken, comments, thumbnails, and anything that hides behind it. Throws `unsupported_media_type`.
 */
export function cleanPhoto(content: Buffer): { kind: PhotoKind; content: Buffer } {
  const kind = kindOf(content);
  const picture = kind === null ? null : cleaners[kind](content);
  if (kind === null || picture === null) throw refused(onlyPhoto);
  if (Math.max(picture.width, picture.height) > mostPixels)
    throw refused(`The photo is too wide or too high: at most ${mostPixels} pixels.`);
  return { kind, content: picture.content };
}

function kindOf(content: Buffer): PhotoKind | null {
  if (content.subarray(0, 8).toString("latin1") === "\x89PNG\r\n\x1a\n") return "png";
  if (content.subarray(0, 3).toString("hex") === "ffd8ff") return "jpg";
  const isWebp =
    content.subarray(0, 4).toString("latin1") === "RIFF" &&
    content.subarray(8, 12).toString("latin1") === "WEBP";
  return isWebp ? "webp" : null;
}

function refused(msg: string): AppError {
  return new AppError("unsupported_media_type", { msg, details: [{ path: "photo", msg }] });
}
