import type { SendMailOptions } from "nodemailer";
import type { MailMessage } from "../../ports/mail.ts";

/** A message in nodemailer's words; an invitation goes as a `text/calendar` alternative and as a file to open by hand. */
export function asNodemailer({ calendar, ...message }: MailMessage): SendMailOptions {
  if (calendar === undefined) return message;
  return {
    ...message,
    icalEvent: { method: calendar.method, filename: "interview.ics", content: calendar.content },
  };
}
