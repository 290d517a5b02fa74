import type { Readable } from "node:stream";

/** Keeps files under keys that the server makes. */
export interface FileStorage {
  /** Stores a file whole: after it resolves the file is durable; when it rejects nothing is left behind. */
  put(key: string, content: Buffer, contentType: string): Promise<void>;
  /** A link that opens the file as a download named `fileName`, for `seconds`. Rejects when the file is not there. */
  signedUrl(key: string, options: { fileName: string; seconds: number; now: Date }): Promise<string>;
  /** Reads a stored file; null when there is none. */
  read(key: string): Promise<Readable | null>;
  remove(key: string): Promise<void>;
}
