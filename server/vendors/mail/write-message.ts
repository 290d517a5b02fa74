import { randomUUID } from "node:crypto";
import MailComposer from "nodemailer/lib/mail-composer";
import type { MailMessage } from "./port.ts";

/** A message as it is sent, with its envelope. */
export interface WrittenMessage {
  from: string;
  to: string;
  /** RFC 5322, lines ended by CRLF. */
  content: Buffer;
}

/**
 * Writes a message with text and HTML, and with an invitation both as a `text/calendar` part and as an attached
 * file. A message with an id has the same Message-ID however often it is sent, so that receivers recognize it.
 */
export async function writeMessage(from: string, message: MailMessage, date: Date): Promise<WrittenMessage> {
  const { id = randomUUID(), to, subject, text, html, replyTo, calendar } = message;
  const domain = /@([^@>\s]+)>?\s*$/.exec(from)?.[1] ?? "localhost";
  const composed = new MailComposer({
    from,
    // An object is one address; a text could list several.
    to: { name: "", address: to },
    ...(replyTo === undefined ? {} : { replyTo: { name: "", address: replyTo } }),
    subject,
    text,
    html,
    ...(calendar === undefined ? {} : { icalEvent: { ...calendar, filename: "interview.ics" } }),
    messageId: `<${id}@${domain}>`,
    date,
    textEncoding: "quoted-printable",
    newline: "windows",
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  const envelope = composed.getEnvelope();
  const content = await composed.build();
  return { from: envelope.from || "", to: envelope.to[0] ?? "", content };
}
