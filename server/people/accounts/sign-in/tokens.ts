import { createHash, randomBytes } from "node:crypto";

/** A new opaque bearer token: 256 random bits. It is returned once, and only its `hashToken` is stored. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** SHA-256 is enough for a token that cannot be guessed; a slow hash would slow down every request. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
