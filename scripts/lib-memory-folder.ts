import { accessSync, constants, statfsSync } from "node:fs";
import os from "node:os";

const folder = "/dev/shm";
/** More than the tests' databases need, so that the machine keeps memory for the tests themselves. */
const neededBytes = { folder: 4e9, memory: 6e9 };

/**
 * Makes `os.tmpdir()` of this process and its children a folder in memory, if the machine has enough memory.
 * The tests create a database for each file, and on a disk they spend most of their time on its files. A
 * `TMPDIR` that is set stays.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env.TMPDIR === undefined && hasEnoughMemory()) process.env.TMPDIR = folder;
}

function hasEnoughMemory(): boolean {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= neededBytes.folder && os.freemem() >= neededBytes.memory;
  } catch {
    return false; // There is no such folder, for example on macOS.
  }
}
