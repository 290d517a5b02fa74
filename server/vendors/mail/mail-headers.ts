import { domainToASCII } from "node:url";

/* Header fields of a mail (RFC 5322, RFC 2047). User input cannot add a header line. */

/** Bytes of text in one encoded word: as base64 they stay under the 75 characters of RFC 2047. */
const maxEncodedBytes = 42;

export interface Address {
  name: string;
  address: string;
}

/** `Greenroom <hello@greenroom.example>`, or an address alone. */
export function parseAddress(text: string): Address {
  const [, name = "", address] = /^\s*([^<]*?)\s*<([^<>]+)>\s*$/.exec(text) ?? [];
  const quoted = /^"(.*)"$/.exec(name)?.[1]?.replace(/\\(.)/g, "$1");
  return { name: quoted ?? name, address: normalizeAddress(address ?? text) };
}

/** The domain in ASCII, as mail servers expect it. */
function normalizeAddress(address: string): string {
  const clean = address.replace(/[\p{Cc}\s<>,;]/gu, "");
  const at = clean.lastIndexOf("@");
  return `${clean.slice(0, at + 1)}${domainToASCII(clean.slice(at + 1)) || clean.slice(at + 1)}`;
}

export function formatAddress({ name, address }: Address): string {
  if (name === "") return address;
  if (/^[A-Za-z0-9 ]+$/.test(name)) return `${name} <${address}>`;
  const quoted = isPlain(name) ? `"${name.replace(/["\\]/g, "\\$&")}"` : encodeWords(name);
  return `${quoted} <${address}>`;
}

/** Formats text such as a subject: short ASCII unchanged, anything else as encoded words. */
export function formatText(text: string): string {
  const line = text.replace(/\p{Cc}+/gu, " ");
  return isPlain(line) && line.length <= 70 && !line.includes("=?") ? line : encodeWords(line);
}

function isPlain(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

/** Splits between characters, never inside one. */
function encodeWords(text: string): string {
  const words: string[] = [];
  let current = "";
  for (const character of text) {
    if (Buffer.byteLength(current + character) > maxEncodedBytes) {
      words.push(current);
      current = "";
    }
    current += character;
  }
  return [...words, current]
    .map((word) => `=?UTF-8?B?${Buffer.from(word).toString("base64")}?=`)
    .join("\r\n ");
}
