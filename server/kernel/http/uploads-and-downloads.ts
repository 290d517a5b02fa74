import "@fastify/multipart";
import type { FileHandle } from "node:fs/promises";
import type { Readable } from "node:stream";
import { fileRequiredMessage } from "@greenroom/contract/kernel/pdf.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { createSemaphore } from "../concurrency.ts";
import type { Deps } from "../deps.ts";
import { AppError, invalidField } from "../errors.ts";
import {
  contentDisposition,
  fileKeyPattern,
  isValidFileSignature,
  maxLeadBytes,
  openNamelessFile,
  type UploadedFile,
  type UploadKind,
} from "../files.ts";

/** This many bytes identify every format that we accept. */
const headBytes = maxLeadBytes + 5;

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
  const file = await openNamelessFile("upload");
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
    const size = await onRead.catch(rejectTruncatedForm);
    return await memorySemaphore.run(async () => {
      // Read outside the main thread: joining the parts of a stream there stops it for 70 ms at 5 MB.
      const content = Buffer.alloc(size);
      await file.read(content, 0, size, 0);
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

/** If a callback throws, nothing more is written. */
interface WriteObserver {
  onHead: (head: Buffer) => void;
  /** Called with the number of bytes so far, before they are written, and once more at the end. */
  onSize: (size: number) => void;
}

/** The file's size. */
async function write(from: Readable, to: FileHandle, { onHead, onSize }: WriteObserver): Promise<number> {
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
  return size;
}

interface BytesResponse {
  content: Buffer | Readable;
  contentType: string;
  /** Offers the bytes as a download under this name. */
  fileName?: string;
}

/**
 * Sends bytes from an endpoint whose contract does not promise JSON. Fastify sends a buffer or a stream
 * without its serializer.
 */
export function sendBytes(reply: FastifyReply, { content, contentType, fileName }: BytesResponse): undefined {
  reply.type(contentType).header("x-content-type-options", "nosniff");
  if (fileName !== undefined) reply.header("content-disposition", contentDisposition(fileName));
  return content as unknown as undefined;
}

/** Aborted when the reader of this response closes the connection before its end. */
export function readerSignal({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController();
  const abort = () => {
    if (raw.writableFinished) return;
    left.abort(
      new AppError("unavailable", { msg: "The connection was closed before the file was complete." }),
    );
  };
  if (raw.destroyed || raw.socket?.destroyed === true) abort();
  else raw.once("close", abort);
  return left.signal;
}

const fileLinkQuerySchema = z.strictObject({
  expires: z.string().regex(/^\d{1,12}$/, "This link is not complete."),
  name: z.string().min(1).max(300),
  signature: z.string().min(1).max(100),
});

const fileNotFoundError = () => new AppError("not_found", { msg: "This file does not exist." });

/**
 * Signed file links. Anyone with a link can read that one file for a few minutes, so it needs no token and
 * opens in a new tab or in a frame of our pages. The sandbox keeps uploaded files from running in our origin.
 */
export function registerSignedFiles(app: FastifyInstance, deps: Deps): void {
  app.route<{ Params: { "*": string }; Querystring: z.infer<typeof fileLinkQuerySchema> }>({
    method: "GET",
    url: "/files/*",
    schema: { querystring: fileLinkQuerySchema, hide: true } as object,
    config: { access: "public" },
    handler: async (request, reply) => {
      const { name, signature } = request.query;
      const link = { key: request.params["*"], fileName: name, expires: Number(request.query.expires) };
      if (!fileKeyPattern.test(link.key) || !isValidFileSignature(deps.hmac, link, signature))
        throw fileNotFoundError();
      if (deps.clock.now().getTime() >= link.expires * 1000) {
        throw new AppError("forbidden", { msg: "This link has expired. Please open the file again." });
      }
      const file = await deps.storage.read(link.key);
      if (file === null) throw fileNotFoundError();
      return reply
        .type("application/pdf")
        .header("content-disposition", contentDisposition(name, "inline"))
        .header("content-security-policy", "sandbox; default-src 'none'; frame-ancestors 'self'")
        .header("x-frame-options", "SAMEORIGIN")
        .header("x-content-type-options", "nosniff")
        .header("cache-control", "private, no-store")
        .header("referrer-policy", "no-referrer")
        .header("cross-origin-resource-policy", "same-origin")
        .send(file);
    },
  });
}
