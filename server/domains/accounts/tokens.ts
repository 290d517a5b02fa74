import { createHash, randomBytes } from "node:crypto";

/** A new opaque bearer token: 256 random bits. It is shown once; only `hashToken` of it is kept. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** SHA-256 is enough for a token that nobody can guess; a slow hash would cost every request. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
