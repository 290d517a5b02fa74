import { randomUUID } from "node:crypto";
import { formatAddress, formatText, parseAddress } from "./mail-headers.ts";
import type { MailMessage } from "./port.ts";
import { encodeQuotedPrintable } from "./quoted-printable.ts";

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
