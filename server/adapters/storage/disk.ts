import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AppError } from "../../http/errors.ts";
import { fileKeyPattern, signFileLink } from "../../http/file-links.ts";
import type { FileStorage } from "../../ports/storage.ts";

interface DiskStorageOptions {
  directory: string;
  /** Where people reach this server, without a trailing slash. */
  baseUrl: string;
  hmac(purpose: string, message: string): Buffer;
}

/** Files in a folder of this machine. Keys are checked here too: no path ever comes from outside. */
export function diskStorage({ directory, baseUrl, hmac }: DiskStorageOptions): FileStorage {
  function pathOf(key: string): string {
    if (!fileKeyPattern.test(key)) throw new Error(`"${key}" is not a storage key.`);
    return join(directory, key);
  }

  return {
    async put(key, content) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // Beside its place, so that the rename stays on one file system and is seen whole or not at all.
      const temporary = `${path}.${randomUUID()}.part`;
      try {
        await writeDurably(temporary, content);
        await rename(temporary, path);
        await flushDirectory(dirname(path));
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },

    async signedUrl(key, { fileName, seconds, now }) {
      if (!(await isThere(pathOf(key)))) {
        throw new AppError("unavailable", {
          msg: "Failed to generate secure link. Ensure B2 is configured and file exists.",
          retryAfterSeconds: 30,
        });
      }
      const expires = Math.floor(now.getTime() / 1000) + seconds;
      return `${baseUrl}${signFileLink(hmac, { key, fileName, expires })}`;
    },

    async read(key) {
      const file = await openIfThere(pathOf(key));
      return file?.createReadStream() ?? null;
    },

    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}

async function writeDurably(path: string, content: Buffer): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A rename is durable once the folder is. Windows cannot open folders and needs no such thing. */
async function flushDirectory(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function openIfThere(path: string): Promise<FileHandle | null> {
  return await open(path, "r").catch(nullWhenMissing);
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(nullWhenMissing)) !== null;
}

function nullWhenMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
