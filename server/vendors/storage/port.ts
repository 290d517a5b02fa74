import type { Readable } from "node:stream";
import { withDeadline } from "../../kernel/concurrency.ts";
import { AppError } from "../../kernel/errors.ts";

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
  exists(key: string): Promise<boolean>;
  /** Reads a stored file; null if it does not exist. */
  read(key: string): Promise<Readable | null>;
  /** Removing a file that does not exist is not an error. */
  remove(key: string): Promise<void>;
  /** Every stored file, in no order. */
  list(): AsyncIterable<StoredFile>;
}

const retryAfterSeconds = 30;

/** Creates the `unavailable` error for a storage operation that failed. */
export function storageUnavailableError(what: string, cause: unknown): AppError {
  return new AppError("unavailable", {
    msg: "The file storage cannot be reached at the moment. Please try again shortly.",
    retryAfterSeconds,
    cause: new Error(`the storage could not ${what}`, { cause }),
  });
}

/**
 * Runs a call for at most this many milliseconds, including its retries and their pauses. Throws `unavailable` for
 * any failure. The signal aborts the call when the time is up, but has no effect after the call has returned.
 */
export async function withTimeout<T>(
  what: string,
  milliseconds: number,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  try {
    return await withDeadline(milliseconds, undefined, call);
  } catch (cause) {
    throw storageUnavailableError(what, cause);
  }
}
