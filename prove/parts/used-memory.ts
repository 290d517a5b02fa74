import type { ChildProcess } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/* Resident memory under load is mostly free space that V8 keeps for later, so it says little about leaks. A server that
   was started with these options collects its garbage when SIGUSR2 comes, and logs what is in use then. */

const preload = `process.on("SIGUSR2", () => {
  gc();
  const { heapUsed, external } = process.memoryUsage();
  console.error("bytes in use: " + (heapUsed + external));
});`;
export const usedMemoryOptions = [
  "--expose-gc",
  "--import",
  `data:text/javascript,${encodeURIComponent(preload)}`,
];

const tries = 200;
const waitMilliseconds = 50;

/** Returns the megabytes in use by a server that was started with `usedMemoryOptions`, after a collection of garbage. */
export async function readUsedMemory(server: ChildProcess, directory: string): Promise<number> {
  const readLines = async () => {
    const log = await readFile(join(directory, "server.log"), "utf8");
    return [...log.matchAll(/^bytes in use: (\d+)$/gm)];
  };
  const before = (await readLines()).length;
  server.kill("SIGUSR2");
  for (let attempt = 0; attempt < tries; attempt += 1) {
    await sleep(waitMilliseconds);
    const line = (await readLines())[before];
    if (line !== undefined) return Number(line[1]) / 1e6;
  }
  throw new Error("The server did not report its memory.");
}
