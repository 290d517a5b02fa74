/** The result of a virus scan. `name` is the scanner's name for the virus. */
export type ScanResult = { kind: "clean" } | { kind: "infected"; name: string };

/** Scans uploaded files for viruses. */
export interface FileScanner {
  /** Rejects with `unavailable` if the scanner is down or its reply is not conclusive. */
  scan(content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<ScanResult>;
  check(): Promise<void>;
}
