import { timingSafeEqual } from "node:crypto";

type Hmac = (purpose: string, message: string) => Buffer;

/** A signed link grants this file, under this name, until this time (seconds since 1970). */
export interface FileLink {
  key: string;
  fileName: string;
  expires: number;
}

/**
 * Keys that our storage accepts: names of lower-case letters, digits and dashes, so that no key leads out of
 * a folder.
 */
export const fileKeyPattern = /^[a-z0-9-]{1,80}(\/[a-z0-9-]{1,80}){0,3}\.[a-z0-9]{1,8}$/;

/** The link's path and query. */
export function signFileLink(hmac: Hmac, link: FileLink): string {
  const query = new URLSearchParams({
    expires: String(link.expires),
    name: link.fileName,
    signature: signLink(hmac, link).toString("base64url"),
  });
  return `/files/${link.key}?${query}`;
}

/**
 * True when we signed exactly this link; compares in constant time. Does not check whether it has expired.
 */
export function isValidFileSignature(hmac: Hmac, link: FileLink, signature: string): boolean {
  const given = Buffer.from(signature, "base64url");
  const right = signLink(hmac, link);
  return given.length === right.length && timingSafeEqual(given, right);
}

function signLink(hmac: Hmac, { key, fileName, expires }: FileLink): Buffer {
  return hmac("file-link", JSON.stringify([key, fileName, expires]));
}
