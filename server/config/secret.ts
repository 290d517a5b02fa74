import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * The key of every HMAC: the configured one, or one that is generated on the first start and kept with the
 * data.
 */
export async function loadSecret(configured: string | null, dataDirectory: string): Promise<string> {
  if (configured !== null) return configured;
  const path = join(dataDirectory, "secret");
  await mkdir(dataDirectory, { recursive: true });
  try {
    // `wx` fails when the file exists: when two servers start at once, one writes it and both read it.
    await writeFile(path, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return (await readFile(path, "utf8")).trim();
}
