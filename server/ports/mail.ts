/** One message to one person. `text` is plain; `html` says the same. */
export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Where an answer goes, when not to us. */
  replyTo?: string;
  /** An invitation that mail programs put into a calendar: an iCalendar file and its method (RFC 5546, RFC 6047). */
  calendar?: { method: "REQUEST" | "CANCEL"; content: string };
}

/** Takes a message over for delivery. Rejects when it could not be taken over; the job is then tried again. */
export interface MailSender {
  send(message: MailMessage): Promise<void>;
}
