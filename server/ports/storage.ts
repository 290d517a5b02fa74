import type { Readable } from "node:stream";

/** A file as a listing has it. */
export interface StoredFile {
  key: string;
  storedAt: Date;
}

/**
 * Keeps files under keys that the server makes. Every call rejects with an AppError `unavailable` while the storage is away,
 * within seconds.
 */
export interface FileStorage {
  /**
   * Stores a file whole: after it resolves the file is durable. When it rejects, nobody may count on the file; one that
   * arrived all the same is swept later.
   */
  put(key: string, content: Buffer, contentType: string): Promise<void>;
  /** A link that opens the file as a download named `fileName`, for `seconds`. Rejects with `unavailable` when the file is not there. */
  signedUrl(key: string, options: { fileName: string; seconds: number; now: Date }): Promise<string>;
  /** Reads a stored file; null when there is none. */
  read(key: string): Promise<Readable | null>;
  /** Removing what is not there is no mistake. */
  remove(key: string): Promise<void>;
  /** Everything that is stored, in no order. */
  list(): AsyncIterable<StoredFile>;
}
