import {
  maxPhotoBytes,
  photoTooLargeMessage,
  unsupportedPhotoMessage,
} from "@greenroom/contract/people/interviewers/interviewer-profile.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { UploadKind } from "../../../kernel/upload.ts";
import { WorkerStopped } from "../../../workers/worker-pool.ts";
import { type EncodedPhoto, maxPhotoPixels, type PhotoKind } from "./encode-photo.ts";

export const photoTypes: Record<PhotoKind, string> = {
  png: "image/png",
  jpg: "image/jpeg",
  webp: "image/webp",
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
 * Detects a photo's type from its first bytes and has it decoded and re-encoded in another process, with bounded time
 * and memory. Throws `unsupported_media_type`.
 */
export async function cleanPhoto(
  { workers }: Pick<Deps, "workers">,
  content: Buffer,
): Promise<{ kind: PhotoKind; content: Buffer }> {
  const kind = detectPhotoKind(content);
  if (kind === null) throw photoRefusedError(unsupportedPhotoMessage);
  const encoded = await workers
    .run("encodePhoto", { content, kind })
    .catch((cause: unknown): EncodedPhoto => {
      if (cause instanceof WorkerStopped) return { kind: "refused", reason: "too-large" };
      throw cause;
    });
  if (encoded.kind === "encoded") return { kind, content: Buffer.from(encoded.content) };
  throw photoRefusedError(
    encoded.reason === "broken"
      ? unsupportedPhotoMessage
      : `The photo is too wide or too tall: at most ${maxPhotoPixels} pixels.`,
  );
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
