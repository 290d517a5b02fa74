import { randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";

/** As for a configured one. A generated one has 43 characters. */
const minLength = 32;

/**
 * The key of every HMAC: the configured one, or one that is generated on the first start and kept with the data. Throws
 * if the kept one is cut short, because everybody could compute what an empty key signs.
 */
export async function loadSecret(configured: string | null, dataDirectory: string): Promise<string> {
  if (configured !== null) return configured;
  const path = join(dataDirectory, "secret");
  await mkdir(dataDirectory, { recursive: true });
  const kept = await readKept(path);
  if (kept === null) await generate(dataDirectory, path);
  const secret = kept ?? (await readFile(path, "utf8")).trim();
  if (secret.length < minLength)
    throw new Error(
      `${path} is cut short. Restore it from a backup, or delete it: links, open codes and stored payout details that were made with the old one then stop working.`,
    );
  return secret;
}

async function readKept(path: string): Promise<string | null> {
  try {
    return (await readFile(path, "utf8")).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/**
 * The file gets its name only once it is complete. `link` fails when the name exists: when two servers start at once,
 * one names its file and both read that.
 */
async function generate(dataDirectory: string, path: string): Promise<void> {
  const temporary = join(dataDirectory, `secret-${randomUUID()}`);
  try {
    const file = await open(temporary, "wx", 0o600);
    try {
      await file.writeFile(randomBytes(32).toString("base64url"));
      await file.sync();
    } finally {
      await file.close();
    }
    await link(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}
