import type { MailMessage, MailSender } from "../../vendors/mail/port.ts";
import type { BusinessSettings } from "../config/config.ts";
import { escapeHtml } from "../escape.ts";

/** The content of a mail before formatting. */
export interface MailContent {
  to: string;
  subject: string;
  /** The subject in the list of sent mails, for a subject that names another person: they may delete their account. */
  listedSubject?: string;
  heading: string;
  /** Plain sentences; a line break inside one is kept. */
  paragraphs: string[];
  /** Shown large and separately, such as a code. */
  highlight?: string;
  action?: { label: string; url: string };
  replyTo?: string;
}

/** The lines of the signature that operators edit. */
export function signatureLines({ mailSignature }: Pick<BusinessSettings, "mailSignature">): string[] {
  return mailSignature === "" ? [] : mailSignature.split(/\r?\n/);
}

/* The HTML layout of every mail. Mail programs support little CSS: tables set the width, each element has
   its own colors, and the style sheet only replaces them in dark mode. Both palettes are those of the site
   (web/ui/tokens.css). */

const light = {
  paper: "#faf7f1",
  card: "#ffffff",
  ink: "#12211b",
  soft: "#5c6a63",
  line: "#e3ddd0",
  green: "#0d5c45",
};
const dark = {
  paper: "#0b1613",
  card: "#12211c",
  ink: "#eaf1ec",
  soft: "#b4c3bb",
  line: "#24362f",
  green: "#59c79c",
};

const darkModeStyles = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.paper{background:${dark.paper}!important}
.card{background:${dark.card}!important;border-color:${dark.line}!important}
.ink{color:${dark.ink}!important}
.soft{color:${dark.soft}!important}
.name{color:${dark.green}!important}
.row{border-color:${dark.line}!important}
.button{background:${dark.green}!important;color:#08160f!important}
}
@media (max-width:480px){.card{padding:22px 20px!important}.heading{font-size:22px!important}}`;

const sans = "Inter,'Segoe UI',Helvetica,Arial,sans-serif";

/** A message as HTML; `title` is its subject. Escapes all input. */
export function renderHtml(business: BusinessSettings, content: MailContent, title: string): string {
  const { heading, paragraphs, highlight, action } = content;
  const blocks = [
    `<h1 class="ink heading" style="margin:0 0 16px;font:600 24px/1.25 Georgia,serif;color:${light.ink}">${escapeHtml(heading)}</h1>`,
    ...(highlight === undefined ? [] : [renderHighlight(highlight)]),
    ...paragraphs.map(renderParagraph),
    ...(action === undefined ? [] : [renderButton(action)]),
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title><style>${darkModeStyles}</style></head>
<body class="paper ink" style="margin:0;background:${light.paper};color:${light.ink};font:16px/1.55 ${sans}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(previewText(content))}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="background:${light.paper}"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;text-align:left">
<tr><td class="name" style="padding:0 4px 16px;font:600 16px/1.4 ${sans};color:${light.green}"><span style="color:#e8a020">●</span>&nbsp; ${escapeHtml(business.name)}</td></tr>
<tr><td class="card ink" style="background:${light.card};border:1px solid ${light.line};border-radius:14px;padding:28px;font:16px/1.55 ${sans};color:${light.ink};overflow-wrap:anywhere">
${blocks.join("\n")}
</td></tr>
<tr><td class="soft" style="padding:18px 4px 0;font:13px/1.5 ${sans};color:${light.soft}">${renderFooter(business)}</td></tr>
</table></td></tr></table>
</body></html>
`;
}

function renderFooter(business: BusinessSettings): string {
  const lines = [...signatureLines(business), `${business.name} · ${business.supportEmail}`];
  return lines.map(escapeHtml).join("<br>");
}

/**
 * The text that a mail list shows beside the subject: the first sentence. It never contains a code, because a
 * locked screen would show it too.
 */
function previewText({ paragraphs }: MailContent): string {
  return (paragraphs[0] ?? "").split("\n")[0] ?? "";
}

function renderHighlight(text: string): string {
  return `<p class="ink" style="margin:0 0 16px;font:700 34px/1.3 ${sans};letter-spacing:6px;color:${light.ink}">${escapeHtml(text)}</p>`;
}

/**
 * Shows lines that all have the form `label: value` as a table, and anything else as a paragraph that keeps
 * its line breaks.
 */
function renderParagraph(paragraph: string): string {
  const rows = paragraph.split("\n").map((line) => /^([^:]{1,40}): (.+)$/.exec(line));
  if (rows.length > 1 && rows.every((row) => row !== null)) {
    return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px">${rows.map((row) => renderRow(row?.[1] ?? "", row?.[2] ?? "")).join("")}</table>`;
  }
  return `<p style="margin:0 0 14px">${escapeHtml(paragraph).replaceAll("\n", "<br>")}</p>`;
}

function renderRow(label: string, value: string): string {
  const edge = `border-bottom:1px solid ${light.line};padding:7px 0;font:15px/1.45 ${sans};vertical-align:top`;
  return `<tr><td class="soft row" style="${edge};padding-right:16px;overflow-wrap:normal;color:${light.soft}">${escapeHtml(label)}</td><td class="ink row" align="right" style="${edge};color:${light.ink};font-variant-numeric:tabular-nums;overflow-wrap:anywhere">${escapeHtml(value)}</td></tr>`;
}

function renderButton({ label, url }: { label: string; url: string }): string {
  return `<p style="margin:22px 0 2px"><a class="button" href="${escapeHtml(url)}" style="display:inline-block;background:${light.green};color:#ffffff;text-decoration:none;padding:12px 22px;border-radius:999px;font-weight:600">${escapeHtml(label)}</a></p>`;
}

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

/** Sends a mail in our layout. */
export async function sendMail(
  { mail, config }: { mail: MailSender; config: { business: BusinessSettings } },
  content: MailContent,
): Promise<void> {
  await mail.send(composeMail(config.business, content));
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
