import "@fastify/multipart";
import { randomUUID } from "node:crypto";
import { type FileHandle, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { fileRequired } from "@greenroom/contract/feedback.ts";
import type { FastifyRequest } from "fastify";
import { AppError, invalidField } from "./errors.ts";
import { createGate } from "./gate.ts";

/** A file as it was sent: everything about it is the sender's word. */
export interface SentFile {
  fileName: string;
  contentType: string;
  content: Buffer;
}

/** What one upload takes. */
export interface UploadKind {
  /** The multipart field. */
  field: string;
  mostBytes: number;
  /** Said of a file with more bytes than that. */
  tooLarge: string;
  /** Called with a dozen bytes, or all there are, before the rest is read. Throws what the sender is told. */
  checkHead(sent: { fileName: string; contentType: string; head: Buffer }): void;
}

/** So many bytes tell every format that we take. */
const headBytes = 12;

/** The files of this process that are in memory, whole: docs/decisions/0018-files-in-memory.md. */
const inMemory = createGate({ places: 4, mostWaiting: 40 });

/**
 * Takes the one file of a multipart request and answers what `use` makes of it. The file goes to a temporary file as it
 * comes, however slowly that is, and into memory only when it is whole and there is a place, for as long as it is used: its
 * size is counted on the way, its first bytes are looked at as soon as they are there, and with either wrong nothing more is
 * kept. Throws `invalid_input` when there is none, `payload_too_large`, what `checkHead` throws, `unavailable` when too many wait.
 */
export async function takeUpload<T>(
  request: FastifyRequest,
  kind: UploadKind,
  use: (sent: SentFile) => Promise<T>,
): Promise<T> {
  const required = () => invalidField(kind.field, fileRequired);
  if (request.headers["content-type"] === undefined) throw required();
  // One byte more than is taken: a file that the parser cuts there is one that we have refused.
  const limits = { fileSize: kind.mostBytes + 1 };
  const part = await request.file({ limits, throwFileSizeLimit: false });
  if (part === undefined) throw required();
  const sent = { fileName: part.filename ?? "", contentType: part.mimetype };
  const file = await openTemporary();
  try {
    if (part.fieldname !== kind.field) throw required();
    await write(part.file, file, {
      onHead(head) {
        // A form that was sent without a choice carries a nameless, empty file.
        if (sent.fileName === "" && head.length === 0) throw required();
        kind.checkHead({ ...sent, head });
      },
      onSize(size) {
        const isCut = part.file.truncated || size > kind.mostBytes;
        if (isCut) throw new AppError("payload_too_large", { msg: kind.tooLarge });
      },
    });
    return await inMemory.pass(async () => {
      const content = await buffer(file.createReadStream({ start: 0, autoClose: false }));
      return await use({ ...sent, content });
    });
  } finally {
    // What is refused halfway is read to its end and thrown away, or the sender would never hear why.
    part.file.resume();
    await file.close();
  }
}

/** A file without a name: it is gone with its handle, also when the process is killed in the middle. */
async function openTemporary(): Promise<FileHandle> {
  const path = join(tmpdir(), `greenroom-upload-${randomUUID()}`);
  const file = await open(path, "wx+", 0o600);
  await rm(path);
  return file;
}

/** Each may throw, and nothing more is written. */
interface Watch {
  onHead: (head: Buffer) => void;
  /** Called with how many bytes have come so far, before they are written, and at the end. */
  onSize: (size: number) => void;
}

async function write(from: Readable, to: FileHandle, { onHead, onSize }: Watch): Promise<void> {
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
