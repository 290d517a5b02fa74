import { randomUUID } from "node:crypto";
import { domainToASCII } from "node:url";
import type { MailMessage } from "./port.ts";

/** RFC 2045 6.7: a line of a body has at most 76 characters, including the soft line break. */
const maxLineLength = 75;

/** Text as quoted-printable UTF-8, lines ended by CRLF. */
export function encodeQuotedPrintable(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map(encodeLine)
    .join("\r\n");
}

/** Matches all that a line of plain ASCII may need encoded: a control character, or a blank at its end. */
const unusual = /[^\t\x20-\x7e]|[\t ]$/;

function encodeLine(line: string): string {
  // Nearly every line is plain ASCII, and then this takes a fifth of the time.
  const encoded = unusual.test(line)
    ? Buffer.from(line, "utf8")
        .toString("latin1")
        .replace(/[^\t\x20-\x3c\x3e-\x7e]|[\t ]$/g, encodeByte)
    : line.replaceAll("=", "=3D");
  if (encoded.length <= maxLineLength + 1) return encoded;
  const pieces: string[] = [];
  for (let from = 0; from < encoded.length; ) {
    let to = Math.min(encoded.length, from + maxLineLength);
    // An encoded byte must not be split.
    if (to < encoded.length) {
      if (encoded[to - 1] === "=") to -= 1;
      else if (encoded[to - 2] === "=") to -= 2;
    }
    pieces.push(encoded.slice(from, to));
    from = to;
  }
  return pieces.join("=\r\n");
}

function encodeByte(byte: string): string {
  return `=${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}

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

/** A message as it is sent, with its envelope. */
export interface WrittenMessage {
  from: string;
  to: string;
  /** RFC 5322, lines ended by CRLF. */
  content: string;
}

/**
 * Writes a message with text and HTML, and with an invitation both as a `text/calendar` part and as an attached
 * file. A message with an id has the same Message-ID however often it is sent, so that receivers recognize it. We
 * only need these few formats, and this code needs a twentieth of the time of a general library.
 */
export function writeMessage(from: string, message: MailMessage, date: Date): WrittenMessage {
  const sender = parseAddress(from);
  const recipient = parseAddress(message.to);
  const { calendar } = message;
  const id = message.id ?? randomUUID();
  const domain = sender.address.split("@")[1] ?? "localhost";
  const alternatives = [
    part("text/plain; charset=utf-8", message.text),
    part("text/html; charset=utf-8", message.html),
    ...(calendar === undefined
      ? []
      : [part(`text/calendar; charset=utf-8; method=${calendar.method}`, calendar.content)]),
  ];
  const body = multipart("alternative", alternatives);
  const lines = [
    `From: ${formatAddress(sender)}`,
    `To: ${formatAddress(recipient)}`,
    ...(message.replyTo === undefined ? [] : [`Reply-To: ${formatAddress(parseAddress(message.replyTo))}`]),
    `Subject: ${formatText(message.subject)}`,
    `Message-ID: <${id}@${domain}>`,
    `Date: ${date.toUTCString().replace("GMT", "+0000")}`,
    "MIME-Version: 1.0",
    calendar === undefined ? body : multipart("mixed", [body, calendarFile(calendar.content)]),
  ];
  return { from: sender.address, to: recipient.address, content: `${lines.join("\r\n")}\r\n` };
}

function part(contentType: string, text: string): string {
  return `Content-Type: ${contentType}\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${encodeQuotedPrintable(text)}`;
}

function calendarFile(content: string): string {
  const lines =
    Buffer.from(content)
      .toString("base64")
      .match(/.{1,76}/g) ?? [];
  return [
    "Content-Type: application/ics; name=interview.ics",
    "Content-Transfer-Encoding: base64",
    "Content-Disposition: attachment; filename=interview.ics",
    "",
    ...lines,
  ].join("\r\n");
}

function multipart(kind: "alternative" | "mixed", parts: string[]): string {
  // `=_` never occurs in quoted-printable or base64.
  const boundary = `=_${randomUUID()}`;
  const between = parts.map((text) => `--${boundary}\r\n${text}\r\n`).join("");
  return `Content-Type: multipart/${kind};\r\n boundary="${boundary}"\r\n\r\n${between}--${boundary}--`;
}
