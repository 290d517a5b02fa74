import nodemailer, { type NodemailerError } from "nodemailer";
import type { SmtpSettings } from "../../mail-settings.ts";
import { answerWithin } from "../../ports/answer-within.ts";
import { type MailMessage, type MailSender, RecipientRefused } from "../../ports/mail.ts";
import { asNodemailer } from "./as-nodemailer.ts";

/**
 * How long a mail server may be silent once it has greeted us, in milliseconds. Longer than any other provider, and nobody
 * waits: servers judge a message between its last line and their answer, and one given up there would be sent twice.
 */
const silenceWithin = 20_000;

interface SmtpOptions {
  settings: SmtpSettings;
  from: string;
  /** A certificate to trust besides the well-known ones. */
  ca?: string;
}

/**
 * Any SMTP server, over a few connections that are kept. Encrypted, save on this very machine; the server's certificate is
 * checked. Rejects when the server did not take the message, with `RecipientRefused` when it never will.
 */
export function smtpMail({ settings, from, ca }: SmtpOptions): MailSender {
  const { host, port, encryption, auth } = settings;
  const transport = nodemailer.createTransport({
    pool: true,
    maxConnections: 3,
    maxMessages: 100,
    host,
    port,
    secure: encryption === "tls",
    requireTLS: encryption === "starttls",
    ignoreTLS: encryption === "none",
    ...(auth === null ? {} : { auth }),
    tls: { minVersion: "TLSv1.2", ...(ca === undefined ? {} : { ca }) },
    connectionTimeout: answerWithin,
    greetingTimeout: answerWithin,
    dnsTimeout: answerWithin,
    socketTimeout: silenceWithin,
    // What people write is never a path or an address to read from.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(message: MailMessage) {
      try {
        await transport.sendMail({ from, ...asNodemailer(message) });
      } catch (error) {
        throw asRefusal(message.to, error as NodemailerError);
      }
    },
    async check() {
      await transport.verify();
    },
    async close() {
      transport.close();
    },
  };
}

/** A permanent answer (5yz) to this very recipient; everything else may change, so it stays what it was. */
function asRefusal(to: string, error: NodemailerError): Error {
  const { command, responseCode = 0, response = "" } = error;
  const isPermanent = command === "RCPT TO" && responseCode >= 500 && responseCode < 600;
  return isPermanent ? new RecipientRefused(to, response) : error;
}
