import type { BusinessSettings } from "../config/config.ts";

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
