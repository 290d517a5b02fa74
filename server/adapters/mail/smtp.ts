import nodemailer from "nodemailer";
import type { MailMessage, MailSender } from "../../ports/mail.ts";
import { asNodemailer } from "./as-nodemailer.ts";

/** Any SMTP server by URL (`smtps://user:password@host:465`), pooled. Rejects when the server did not take the message. */
export function smtpMail({ url, from }: { url: string; from: string }): MailSender {
  const transport = nodemailer.createTransport({
    url,
    pool: true,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 10_000,
  });
  return {
    async send(message: MailMessage) {
      await transport.sendMail({ from, ...asNodemailer(message) });
    },
  };
}
