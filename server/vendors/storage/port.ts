import type { Readable } from "node:stream";

/** A file in a listing. */
export interface StoredFile {
  key: string;
  storedAt: Date;
}

/**
 * Stores files under keys that the server creates. Every call rejects with an AppError `unavailable`, within
 * seconds, while the storage is down.
 */
export interface FileStorage {
  /**
   * Stores a whole file; after it resolves, the file is durable. If it rejects, callers must not rely on the file;
   * the cleanup removes it if it was stored nevertheless.
   */
  put(key: string, content: Buffer, contentType: string): Promise<void>;
  /**
   * A link that downloads the file as `fileName`, valid for `seconds`. Rejects with `unavailable` if the file does
   * not exist.
   */
  signedUrl(key: string, options: { fileName: string; seconds: number; now: Date }): Promise<string>;
  /** Reads a stored file; null if it does not exist. */
  read(key: string): Promise<Readable | null>;
  /** Removing a file that does not exist is not an error. */
  remove(key: string): Promise<void>;
  /** Every stored file, in no order. */
  list(): AsyncIterable<StoredFile>;
}
