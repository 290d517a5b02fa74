import { randomUUID } from "node:crypto";
import { type FileHandle, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { createSemaphore } from "./semaphore.ts";

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

/** How many characters are collected before they are written. */
const writtenAtOnce = 64 * 1024;

/**
 * Text that is written to disk and read again later, so that it needs no memory. The file has no name on disk, so the
 * system deletes it when it is closed, even if the process is killed.
 */
export class Spool {
  readonly #file: FileHandle;
  #waiting = "";

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async open(): Promise<Spool> {
    const path = join(tmpdir(), `greenroom-spool-${randomUUID()}`);
    const file = await open(path, "wx+", 0o600);
    await rm(path);
    return new Spool(file);
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
