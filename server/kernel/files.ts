import { randomUUID, timingSafeEqual } from "node:crypto";
import { type FileHandle, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { createSemaphore } from "./concurrency.ts";
import type { Deps } from "./deps.ts";
import { AppError } from "./errors.ts";

/** A file as it was sent. The sender chose every value, so none can be trusted. */
export interface UploadedFile {
  fileName: string;
  contentType: string;
  content: Buffer;
}

/** The requirements of one kind of upload. */
export interface UploadKind {
  /** The multipart field. */
  field: string;
  maxBytes: number;
  /** The message for a file with more bytes than that. */
  tooLargeMessage: string;
  /**
   * Called with the first kilobyte, or with the whole file if it is shorter. Throws the error for the sender.
   */
  checkHead(sent: { fileName: string; contentType: string; head: Buffer }): void;
}

/** Readers accept so many bytes before a PDF (ISO 32000-1, Adobe's implementation note 13). */
export const maxLeadBytes = 1_024;

/** Where a PDF begins among the first bytes of a file; -1 if it does not. */
export function findPdfStart(head: Buffer): number {
  return head.subarray(0, maxLeadBytes + 5).indexOf("%PDF-");
}

const longestFileName = 120;

/**
 * A file name that is safe to show and to download, ending in `.pdf`: no folders, no control or direction
 * characters, and of limited length.
 */
export function cleanFileName(fileName: string, fallback: string): string {
  const base = fileName.normalize("NFC").split(/[/\\]/).at(-1) ?? "";
  const stem = base
    .replace(/\.pdf$/i, "")
    .replace(/[\p{C}\p{Zl}\p{Zp}"]/gu, "")
    .replace(/^[.\s]+/, "")
    .trim();
  return `${[...stem].slice(0, longestFileName).join("") || fallback}.pdf`;
}

/**
 * The `Content-Disposition` header (RFC 6266): an ASCII name for old clients, and the encoded real name. Inline files are
 * shown by the browser.
 */
export function contentDisposition(fileName: string, kind: "attachment" | "inline" = "attachment"): string {
  const ascii = fileName.normalize("NFKD").replace(/[^A-Za-z0-9 ._-]/g, "_");
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

type Hmac = (purpose: string, message: string) => Buffer;

/** A signed link grants this file, under this name, until this time (seconds since 1970). */
export interface FileLink {
  key: string;
  fileName: string;
  expires: number;
}

/**
 * Keys that our storage accepts: names of lower-case letters, digits and dashes, so that no key leads out of
 * a folder.
 */
export const fileKeyPattern = /^[a-z0-9-]{1,80}(\/[a-z0-9-]{1,80}){0,3}\.[a-z0-9]{1,8}$/;

/** How long a link to a file is valid. */
export const linkMinutes = 5;

/** A link to a stored file. Rejects with `unavailable` and the message if the file cannot be found. */
export async function createFileLink(
  { config, hmac, clock, storage }: Pick<Deps, "config" | "hmac" | "clock" | "storage">,
  { key, fileName }: Omit<FileLink, "expires">,
  msg: string,
): Promise<string> {
  const fail = (cause?: unknown): never => {
    throw new AppError("unavailable", { msg, retryAfterSeconds: 30, cause });
  };
  if (!(await storage.exists(key).catch(fail))) fail();
  const expires = Math.floor(clock.now().getTime() / 1000) + linkMinutes * 60;
  return `${config.publicUrl}${signFileLink(hmac, { key, fileName, expires })}`;
}

/** The link's path and query. */
function signFileLink(hmac: Hmac, link: FileLink): string {
  const query = new URLSearchParams({
    expires: String(link.expires),
    name: link.fileName,
    signature: signLink(hmac, link).toString("base64url"),
  });
  return `/files/${link.key}?${query}`;
}

/**
 * True when we signed exactly this link; compares in constant time. Does not check whether it has expired.
 */
export function isValidFileSignature(hmac: Hmac, link: FileLink, signature: string): boolean {
  const given = Buffer.from(signature, "base64url");
  const right = signLink(hmac, link);
  return given.length === right.length && timingSafeEqual(given, right);
}

function signLink(hmac: Hmac, { key, fileName, expires }: FileLink): Buffer {
  return hmac("file-link", JSON.stringify([key, fileName, expires]));
}

/**
 * Files of unlimited length are written by few callers at once, because each holds a database connection until it is
 * complete.
 */
export const exportTurns = createSemaphore({
  places: 2,
  maxWaiting: 20,
  maxWaitMilliseconds: 30_000,
  busyMessage: "Many exports are being written right now. Please try again in a few seconds.",
});

/** A temporary file. It has no name on disk, so the system deletes it when it is closed, even if the process is killed. */
export async function openNamelessFile(purpose: "upload" | "spool"): Promise<FileHandle> {
  const path = join(tmpdir(), `greenroom-${purpose}-${randomUUID()}`);
  const file = await open(path, "wx+", 0o600);
  await rm(path);
  return file;
}

/** How many characters are collected before they are written. */
const writtenAtOnce = 64 * 1024;

/** Text that is written to disk and read again later, so that it needs no memory. */
export class Spool {
  readonly #file: FileHandle;
  #waiting = "";

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async open(): Promise<Spool> {
    return new Spool(await openNamelessFile("spool"));
  }

  async write(text: string): Promise<void> {
    this.#waiting += text;
    if (this.#waiting.length >= writtenAtOnce) await this.#flush();
  }

  /** Its content so far. */
  async read(): Promise<Readable> {
    await this.#flush();
    return this.#file.createReadStream({ start: 0, autoClose: false });
  }

  /** Its content so far, after which it is closed, also when the reader goes away before the end. */
  async readToEnd(): Promise<Readable> {
    await this.#flush();
    return this.#file.createReadStream({ start: 0 });
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.from(this.#waiting);
    this.#waiting = "";
    await this.#file.writeFile(bytes);
  }
}

const headerBytes = 44;

/** A WAV file of 16-bit mono samples. */
export function wavOf(samples: Int16Array, samplesPerSecond: number): Buffer<ArrayBuffer> {
  const bytes = samples.length * 2;
  const wav = Buffer.alloc(headerBytes + bytes);
  wav.write("RIFF", 0, "latin1");
  wav.writeUInt32LE(headerBytes - 8 + bytes, 4);
  wav.write("WAVEfmt ", 8, "latin1");
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(samplesPerSecond, 24);
  wav.writeUInt32LE(samplesPerSecond * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write("data", 36, "latin1");
  wav.writeUInt32LE(bytes, 40);
  for (const [index, sample] of samples.entries()) wav.writeInt16LE(sample, headerBytes + 2 * index);
  return wav;
}
