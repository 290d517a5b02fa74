import type { BusinessSettings } from "../config.ts";
import type { MailMessage } from "../ports/mail.ts";
import { asHtml } from "./mail-html.ts";

export interface MailContent {
  to: string;
  subject: string;
  heading: string;
  /** Plain sentences; a line break inside one is kept. */
  paragraphs: string[];
  /** Shown large and apart, such as a code. */
  highlight?: string;
  action?: { label: string; url: string };
  replyTo?: string;
}

/** Lays a message out in our one frame, as text and as HTML that says the same. Everything given is escaped. */
export function composeMail(business: BusinessSettings, content: MailContent): MailMessage {
  const subject = oneLine(content.subject);
  return {
    to: content.to,
    subject,
    text: asText(business, content),
    html: asHtml(business, content, subject),
    ...(content.replyTo === undefined ? {} : { replyTo: content.replyTo }),
  };
}

/** A header holds one line: what people typed may not add another. */
function oneLine(value: string): string {
  return value.replace(/[\r\n]+/g, " ").trim();
}

function asText(business: BusinessSettings, { heading, paragraphs, highlight, action }: MailContent): string {
  return [
    heading,
    ...(highlight === undefined ? [] : [highlight]),
    ...paragraphs,
    ...(action === undefined ? [] : [`${action.label}: ${action.url}`]),
    `-- \n${business.name} · ${business.supportEmail}`,
  ].join("\n\n");
}
