import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

export interface PartOptions {
  /** Determines all random choices of the part. */
  seed: number;
  isLong: boolean;
  /** False if other programs use the machine, too: times are then printed but not judged. */
  isQuiet: boolean;
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
  /** The claim that the part proves, for the list of parts. */
  shows: string;
  run(options: PartOptions): Promise<PartResult>;
}

const sampleMilliseconds = 1000;
const quietShare = 0.5;

/**
 * True if half of the processor is idle before a part starts; otherwise its times would say little about the
 * product. Also true where there is no /proc, because we cannot tell.
 */
export async function isMachineQuiet(): Promise<boolean> {
  const before = await readTicks();
  await sleep(sampleMilliseconds);
  const after = await readTicks();
  if (before === null || after === null) return true;
  return (after.idle - before.idle) / (after.all - before.all) >= quietShare;
}

async function readTicks(): Promise<{ idle: number; all: number } | null> {
  const stat = await readFile("/proc/stat", "utf8").catch(() => null);
  const ticks = /^cpu +(.+)$/m
    .exec(stat ?? "")?.[1]
    ?.split(" ")
    .map(Number);
  if (ticks === undefined) return null;
  const [, , , idle = 0, waiting = 0] = ticks;
  return { idle: idle + waiting, all: ticks.reduce((sum, value) => sum + value, 0) };
}
