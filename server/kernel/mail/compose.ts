import type { MailMessage } from "../../vendors/mail/port.ts";
import type { BusinessSettings } from "../config/config.ts";
import { type MailContent, signatureLines } from "./mail-content.ts";
import { renderHtml } from "./mail-html.ts";

/** Formats a message as text and as HTML with the same content, in our one layout. Escapes all input. */
export function composeMail(business: BusinessSettings, content: MailContent): MailMessage {
  const subject = oneLine(content.subject);
  return {
    to: content.to,
    subject,
    text: renderText(business, content),
    html: renderHtml(business, content, subject),
    ...(content.listedSubject === undefined ? {} : { listedSubject: oneLine(content.listedSubject) }),
    ...(content.replyTo === undefined ? {} : { replyTo: content.replyTo }),
  };
}

/** A header has one line, and user input must not add another. */
function oneLine(value: string): string {
  return value.replace(/[\r\n]+/g, " ").trim();
}

function renderText(
  business: BusinessSettings,
  { heading, paragraphs, highlight, action }: MailContent,
): string {
  return [
    heading,
    ...(highlight === undefined ? [] : [highlight]),
    ...paragraphs,
    ...(action === undefined ? [] : [`${action.label}: ${action.url}`]),
    ["-- ", ...signatureLines(business), `${business.name} · ${business.supportEmail}`].join("\n"),
  ].join("\n\n");
}
