import "@fastify/multipart";
import { randomUUID } from "node:crypto";
import { type FileHandle, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { fileRequiredMessage } from "@greenroom/contract/review/feedback.ts";
import type { FastifyRequest } from "fastify";
import { AppError, invalidField } from "../../errors.ts";
import { createSemaphore } from "../../semaphore.ts";
import type { UploadedFile, UploadKind } from "../../upload.ts";

/** This many bytes identify every format that we accept. */
const headBytes = 12;

/** How many uploads this process holds in memory at once: docs/decisions/0020-uploads-are-re-saved.md. */
const memorySemaphore = createSemaphore({
  places: 4,
  maxWaiting: 40,
  maxWaitMilliseconds: 1_000,
  busyMessage: "We are receiving many files right now. Please try again in a few seconds.",
});

/**
 * Reads the one file of a multipart request and returns the result of `use`. The file is streamed to a temporary
 * file, however slowly it arrives, and read into memory only when it is complete and the semaphore has a place. Its
 * size is counted on the way, and its first bytes are checked as soon as they arrive; after a violation nothing
 * more is stored. Throws `invalid_input` without a file, `payload_too_large`, any error of `checkHead`, and
 * `unavailable` if too many uploads wait.
 */
export async function receiveUpload<T>(
  request: FastifyRequest,
  kind: UploadKind,
  use: (metadata: UploadedFile) => Promise<T>,
): Promise<T> {
  const required = () => invalidField(kind.field, fileRequiredMessage);
  if (request.headers["content-type"] === undefined) throw required();
  // One byte over the limit, so that a file that the parser truncates there has already been refused.
  const limits = { fileSize: kind.maxBytes + 1 };
  const part = await request.file({ limits, throwFileSizeLimit: false }).catch(rejectTruncatedForm);
  if (part === undefined) throw required();
  const sent = { fileName: part.filename ?? "", contentType: part.mimetype };
  const file = await openTemporary();
  try {
    if (part.fieldname !== kind.field) throw required();
    const onRead = write(part.file, file, {
      onHead(head) {
        // A form that was sent without a file contains an unnamed, empty one.
        if (sent.fileName === "" && head.length === 0) throw required();
        kind.checkHead({ ...sent, head });
      },
      onSize(size) {
        const isCut = part.file.truncated || size > kind.maxBytes;
        if (isCut) throw new AppError("payload_too_large", { msg: kind.tooLargeMessage });
      },
    });
    await onRead.catch(rejectTruncatedForm);
    return await memorySemaphore.run(async () => {
      const content = await buffer(file.createReadStream({ start: 0, autoClose: false }));
      return await use({ ...sent, content });
    });
  } finally {
    // Reads and discards the rest of a refused upload, because the sender reads the response only after
    // sending everything.
    part.file.resume();
    await file.close();
  }
}

/**
 * The end of the form is missing because the sender or a device on the way cut the connection. The parser reports
 * this only by its message.
 */
export function rejectTruncatedForm(error: unknown): never {
  const isCut =
    error instanceof Error && /unexpected end of (multipart data|form)|terminated early/i.test(error.message);
  if (!isCut) throw error;
  throw new AppError("invalid_input", {
    msg: "The upload was cut short. Please send the file again.",
    cause: error,
  });
}

/**
 * The file has no name on disk, so the system deletes it when the handle closes, even if the process is
 * killed.
 */
async function openTemporary(): Promise<FileHandle> {
  const path = join(tmpdir(), `greenroom-upload-${randomUUID()}`);
  const file = await open(path, "wx+", 0o600);
  await rm(path);
  return file;
}

/** If a callback throws, nothing more is written. */
interface WriteObserver {
  onHead: (head: Buffer) => void;
  /** Called with the number of bytes so far, before they are written, and once more at the end. */
  onSize: (size: number) => void;
}

async function write(from: Readable, to: FileHandle, { onHead, onSize }: WriteObserver): Promise<void> {
  let head: Buffer | null = Buffer.alloc(0);
  let size = 0;
  for await (const chunk of from.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    if (head !== null) {
      head = Buffer.concat([head, chunk]).subarray(0, headBytes);
      if (head.length === headBytes) {
        onHead(head);
        head = null;
      }
    }
    size += chunk.length;
    onSize(size);
    await to.writeFile(chunk);
  }
  if (head !== null) onHead(head);
  onSize(size);
}
