import { execFile } from "node:child_process";
import { chmod, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

export interface SmallDisk {
  /** Leaves no byte free. */
  fill(): Promise<void>;
  empty(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Mounts a file system of this many megabytes, and makes it the folder of temporary files until `close`. Only root can
 * mount one, and only Linux has this kind.
 */
export async function openSmallDisk(megabytes: number): Promise<SmallDisk> {
  const before = process.env.TMPDIR;
  const folder = await mkdtemp(join(tmpdir(), "greenroom-disk-"));
  await run("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder]).catch(async (cause) => {
    await rm(folder, { recursive: true, force: true });
    throw new Error("This part mounts a small file system, which only root can do on Linux.", { cause });
  });
  await chmod(folder, 0o755);
  process.env.TMPDIR = folder;
  const ballast = join(folder, "ballast");
  return {
    async fill() {
      const file = await open(ballast, "w");
      try {
        for (const size of [1_000_000, 4096, 1]) await writeUntilFull(file, Buffer.alloc(size));
      } finally {
        await file.close();
      }
    },
    empty: () => rm(ballast),
    async close() {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
      // Lazily, because this process still has the servers' logs open.
      await run("umount", ["--lazy", folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function writeUntilFull(file: Awaited<ReturnType<typeof open>>, piece: Buffer): Promise<void> {
  for (;;) {
    const error = await file.write(piece).then(
      ({ bytesWritten }) => (bytesWritten < piece.length ? { code: "ENOSPC" } : null),
      (cause: NodeJS.ErrnoException) => cause,
    );
    if (error === null) continue;
    if (error.code !== "ENOSPC") throw error;
    return;
  }
}
