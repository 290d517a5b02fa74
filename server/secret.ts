import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The key of every HMAC: the one that is set, else one made on the first start and kept beside the data. */
export async function loadSecret(configured: string | null, dataDirectory: string): Promise<string> {
  if (configured !== null) return configured;
  const path = join(dataDirectory, "secret");
  await mkdir(dataDirectory, { recursive: true });
  try {
    // `wx` fails when it is there: of two servers that start at once, one writes and both read the same.
    await writeFile(path, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return (await readFile(path, "utf8")).trim();
}
