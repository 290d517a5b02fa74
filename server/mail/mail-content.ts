/** The content of a mail before formatting. */
export interface MailContent {
  to: string;
  subject: string;
  heading: string;
  /** Plain sentences; a line break inside one is kept. */
  paragraphs: string[];
  /** Shown large and separately, such as a code. */
  highlight?: string;
  action?: { label: string; url: string };
  replyTo?: string;
}
