import { timingSafeEqual } from "node:crypto";

type Hmac = (purpose: string, message: string) => Buffer;

/** What a signed link says: this file, under this name, until then (seconds since 1970). */
export interface FileLink {
  key: string;
  fileName: string;
  expires: number;
}

/** Keys that a store of ours makes: names of lower-case letters, digits and dashes, so no key is a way out of a folder. */
export const fileKeyPattern = /^[a-z0-9-]{1,80}(\/[a-z0-9-]{1,80}){0,3}\.[a-z0-9]{1,8}$/;

/** The link's path and query. */
export function signFileLink(hmac: Hmac, link: FileLink): string {
  const query = new URLSearchParams({
    expires: String(link.expires),
    name: link.fileName,
    signature: signatureOf(hmac, link).toString("base64url"),
  });
  return `/files/${link.key}?${query}`;
}

/** True when we signed exactly this link; compared in constant time. Says nothing of whether it is still good. */
export function isSignedByUs(hmac: Hmac, link: FileLink, signature: string): boolean {
  const given = Buffer.from(signature, "base64url");
  const right = signatureOf(hmac, link);
  return given.length === right.length && timingSafeEqual(given, right);
}

function signatureOf(hmac: Hmac, { key, fileName, expires }: FileLink): Buffer {
  return hmac("file-link", JSON.stringify([key, fileName, expires]));
}
