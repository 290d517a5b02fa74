import type { BusinessSettings } from "../config.ts";
import type { MailMessage } from "../ports/mail.ts";

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

function asHtml(business: BusinessSettings, content: MailContent, title: string): string {
  const { heading, paragraphs, highlight, action } = content;
  const block = (text: string) =>
    `<p style="margin:0 0 14px">${escapeHtml(text).replaceAll("\n", "<br>")}</p>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;background:#faf7f1;color:#12211b;font:16px/1.55 Inter,Helvetica,Arial,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px 20px">
<p style="margin:0 0 20px;font-weight:600;color:#0d5c45">${escapeHtml(business.name)}</p>
<div style="background:#ffffff;border:1px solid #e3ddd0;border-radius:14px;padding:28px">
<h1 style="margin:0 0 16px;font:600 24px/1.2 Georgia,serif">${escapeHtml(heading)}</h1>
${highlight === undefined ? "" : `<p style="margin:0 0 16px;font-size:32px;font-weight:700;letter-spacing:6px">${escapeHtml(highlight)}</p>`}
${paragraphs.map(block).join("\n")}
${action === undefined ? "" : `<p style="margin:20px 0 0"><a href="${escapeHtml(action.url)}" style="display:inline-block;background:#0d5c45;color:#ffffff;text-decoration:none;padding:12px 22px;border-radius:999px;font-weight:600">${escapeHtml(action.label)}</a></p>`}
</div>
<p style="margin:20px 0 0;font-size:13px;color:#5c6a63">${escapeHtml(business.name)} · ${escapeHtml(business.supportEmail)}</p>
</div></body></html>
`;
}

/** Text as HTML text or attribute value. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
