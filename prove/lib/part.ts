export interface PartOptions {
  /** Determines all random choices of the part. */
  seed: number;
  isLong: boolean;
  /** A regular expression for the names of operations; empty for all of them. Only `fuzz` reads it. */
  match: string;
}

export interface PartResult {
  /** Counts and measurements, in the order in which they are printed. */
  figures: Record<string, number | string>;
  /** One sentence for each violation; empty if there was none. */
  violations: string[];
}

export interface Part {
  name: string;
  run(options: PartOptions): Promise<PartResult>;
}
