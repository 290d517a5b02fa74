import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Clock } from "../../server/kernel/clock.ts";

/** How long a server takes at most to notice that its clock moved, with a margin for a busy machine. */
const noticeMilliseconds = 100;

/** The clock of servers that were started with `preload`. */
export interface ShiftedClock extends Clock {
  /** The module that Node loads before the server. */
  preload: string[];
  settings: Record<string, string>;
  /** Moves every server's clock, ahead or back; resolves when they have noticed. */
  advance(minutes: number): Promise<void>;
}

export function createShiftedClock(directory: string): ShiftedClock {
  const file = join(directory, "clock-shift");
  let shift = 0;
  return {
    preload: ["--import", fileURLToPath(new URL("shifted-clock.mjs", import.meta.url))],
    settings: { PROVE_CLOCK_FILE: file },
    now: () => new Date(Date.now() + shift),
    async advance(minutes) {
      shift += minutes * 60_000;
      await writeFile(`${file}.new`, String(shift));
      await rename(`${file}.new`, file);
      await sleep(noticeMilliseconds);
    },
  };
}
