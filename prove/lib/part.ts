export interface PartOptions {
  /** All random choices of the part follow from it. */
  seed: number;
  isLong: boolean;
  /** False: others use the machine too, so limits of time are reported and not judged. */
  isQuiet: boolean;
  /** A regular expression for the names of operations; empty for all of them. Only `fuzz` reads it. */
  match: string;
}

export interface PartResult {
  /** What was done and measured, in the order in which it is printed. */
  figures: Record<string, number | string>;
  /** One sentence for each rule that did not hold; empty when all held. */
  violations: string[];
}

export interface Part {
  name: string;
  /** What it shows, for the list of parts. */
  shows: string;
  run(options: PartOptions): Promise<PartResult>;
}
