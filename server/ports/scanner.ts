/** What a virus scanner says of a file; `name` is the scanner's own for what it found. */
export type ScanResult = { kind: "clean" } | { kind: "infected"; name: string };

/** Looks for viruses in what people send. */
export interface FileScanner {
  /** Rejects with `unavailable` when the scanner is away or says nothing that can be relied upon. */
  scan(content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<ScanResult>;
  check(): Promise<void>;
}
