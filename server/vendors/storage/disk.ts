import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { fileKeyPattern } from "../../kernel/files.ts";
import { type FileStorage, storageUnavailableError } from "./port.ts";

/** Files in a local folder. Keys are checked here too, so that no path comes from outside. */
export function diskStorage(directory: string): FileStorage {
  function pathOf(key: string): string {
    if (!fileKeyPattern.test(key)) throw new Error(`"${key}" is not a storage key.`);
    return join(directory, key);
  }

  return {
    async put(key, content) {
      await orUnavailable("store a file", storeDurably(pathOf(key), content));
    },

    async exists(key) {
      return (await orUnavailable("find a file", stat(pathOf(key)).catch(nullIfNotFound))) !== null;
    },

    async read(key) {
      const file = await orUnavailable("read a file", openIfExists(pathOf(key)));
      return file?.createReadStream() ?? null;
    },

    async remove(key) {
      await orUnavailable("remove a file", rm(pathOf(key), { force: true }));
    },

    async *list() {
      const entries = readdir(directory, { recursive: true, withFileTypes: true }).catch(nullIfNotFound);
      for (const entry of (await orUnavailable("list files", entries)) ?? []) {
        const path = join(entry.parentPath, entry.name);
        const key = relative(directory, path).split(sep).join("/");
        if (!entry.isFile() || !fileKeyPattern.test(key)) continue;
        const facts = await orUnavailable("list files", stat(path).catch(nullIfNotFound));
        if (facts !== null) yield { key, storedAt: facts.mtime };
      }
    },
  };
}

/** Turns an error of the file system into the error that every storage throws. */
async function orUnavailable<T>(what: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw storageUnavailableError(what, cause);
  }
}

async function storeDurably(path: string, content: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  // Written next to the target, so that the rename stays on one file system and readers see the whole file or
  // none. The cleanup of unknown files removes a temporary file that a crash left behind.
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

/**
 * A rename is durable only after its folder is flushed. Windows cannot open folders and does not need this.
 */
async function flushDirectory(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function openIfExists(path: string): Promise<FileHandle | null> {
  return await open(path, "r").catch(nullIfNotFound);
}

function nullIfNotFound(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
