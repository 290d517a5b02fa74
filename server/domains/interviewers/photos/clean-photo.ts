import {
  maxPhotoBytes,
  photoTooLargeMessage,
  unsupportedPhotoMessage,
} from "@greenroom/contract/interviewers/interviewer-profile.ts";
import { AppError } from "../../../core/errors.ts";
import type { UploadKind } from "../../../http/files/receive-upload.ts";
import { cleanJpeg } from "./clean-jpeg.ts";
import type { CleanPicture } from "./clean-picture.ts";
import { cleanPng } from "./clean-png.ts";
import { cleanWebp } from "./clean-webp.ts";

export const photoTypes = { png: "image/png", jpg: "image/jpeg", webp: "image/webp" } as const;
export type PhotoKind = keyof typeof photoTypes;

/** No photo of a person needs to be wider or higher. Limits what a reader's browser has to unpack. */
const maxPixels = 4096;

const cleaners: Record<PhotoKind, (content: Buffer) => CleanPicture | null> = {
  png: cleanPng,
  jpg: cleanJpeg,
  webp: cleanWebp,
};

/** An uploaded photo. Its type comes from its first bytes, not from its declared type. */
export const photoUpload: UploadKind = {
  field: "photo",
  maxBytes: maxPhotoBytes,
  tooLargeMessage: photoTooLargeMessage,
  checkHead({ head }) {
    if (detectPhotoKind(head) === null) throw photoRefusedError(unsupportedPhotoMessage);
  },
};

/**
 * Detects a photo's type from its first bytes and rewrites it without everything that is not the picture: place and
 * time, comments, thumbnails, and appended data. Throws `unsupported_media_type`.
 */
export function cleanPhoto(content: Buffer): { kind: PhotoKind; content: Buffer } {
  const kind = detectPhotoKind(content);
  const picture = kind === null ? null : cleaners[kind](content);
  if (kind === null || picture === null) throw photoRefusedError(unsupportedPhotoMessage);
  if (Math.max(picture.width, picture.height) > maxPixels)
    throw photoRefusedError(`The photo is too wide or too high: at most ${maxPixels} pixels.`);
  return { kind, content: picture.content };
}

function detectPhotoKind(content: Buffer): PhotoKind | null {
  if (content.subarray(0, 8).toString("latin1") === "\x89PNG\r\n\x1a\n") return "png";
  if (content.subarray(0, 3).toString("hex") === "ffd8ff") return "jpg";
  const isWebp =
    content.subarray(0, 4).toString("latin1") === "RIFF" &&
    content.subarray(8, 12).toString("latin1") === "WEBP";
  return isWebp ? "webp" : null;
}

function photoRefusedError(msg: string): AppError {
  return new AppError("unsupported_media_type", { msg, details: [{ path: "photo", msg }] });
}
