import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from "node:crypto";
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

const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts a text with AES-256-GCM under a key of 32 bytes. `context` names the record that it belongs to: a sealed
 * text that is copied to another record cannot be opened there. The result is nonce, tag and ciphertext.
 */
export function seal(key: Buffer, text: string, context: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(context));
  const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

/** Decrypts the result of `seal`. Throws if the key or the context differs, or if a bit has changed. */
export function unseal(key: Buffer, sealed: Buffer, context: string): string {
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]).toString(
    "utf8",
  );
}
