import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { fileKeyPattern, signFileLink } from "../../http/file-links.ts";
import type { FileStorage } from "../../ports/storage.ts";
import { storageAway, unlinkable } from "./storage-errors.ts";

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
      await orAway("store a file", storeDurably(pathOf(key), content));
    },

    async signedUrl(key, { fileName, seconds, now }) {
      const path = pathOf(key);
      const there = await isThere(path).catch((cause: unknown) => {
        throw unlinkable(cause);
      });
      if (!there) throw unlinkable();
      const expires = Math.floor(now.getTime() / 1000) + seconds;
      return `${baseUrl}${signFileLink(hmac, { key, fileName, expires })}`;
    },

    async read(key) {
      const file = await orAway("read a file", openIfThere(pathOf(key)));
      return file?.createReadStream() ?? null;
    },

    async remove(key) {
      await orAway("remove a file", rm(pathOf(key), { force: true }));
    },

    async *list() {
      const entries = readdir(directory, { recursive: true, withFileTypes: true }).catch(nullWhenMissing);
      for (const entry of (await orAway("list files", entries)) ?? []) {
        const path = join(entry.parentPath, entry.name);
        const key = relative(directory, path).split(sep).join("/");
        if (!entry.isFile() || !fileKeyPattern.test(key)) continue;
        const facts = await orAway("list files", stat(path).catch(nullWhenMissing));
        if (facts !== null) yield { key, storedAt: facts.mtime };
      }
    },
  };
}

/** What the file system refuses is told as every storage tells it. */
async function orAway<T>(what: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw storageAway(what, cause);
  }
}

async function storeDurably(path: string, content: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  // Beside its place, so that the rename stays on one file system and is seen whole or not at all. What a crash leaves of
  // it is listed and swept like any file that nobody knows.
  const temporary = join(dirname(path), `${randomUUID()}.part`);
  try {
    await writeDurably(temporary, content);
    await rename(temporary, path);
    await flushDirectory(dirname(path));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
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
