import type { SendMailOptions } from "nodemailer";
import type { MailMessage } from "../../ports/mail.ts";

/**
 * A message in nodemailer's words; an invitation goes as a `text/calendar` alternative and as a file to open by hand. With
 * an id of its own it has one Message-ID however often it is sent, by which receivers know it again.
 */
export function asNodemailer(from: string, { id, calendar, ...message }: MailMessage): SendMailOptions {
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? "localhost";
  return {
    from,
    ...message,
    ...(id === undefined ? {} : { messageId: `<${id}@${domain}>` }),
    ...(calendar === undefined
      ? {}
      : { icalEvent: { method: calendar.method, filename: "interview.ics", content: calendar.content } }),
  };
}
