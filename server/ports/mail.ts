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

/**
 * Takes a message over for delivery. Rejects when it could not be taken over; the job is then tried again, unless it is a
 * `RecipientRefused`.
 */
export interface MailSender {
  send(message: MailMessage): Promise<void>;
  /** Reaches the server and signs in. Rejects with what is wrong. */
  check?(): Promise<void>;
  /** Lets go of kept connections. */
  close?(): Promise<void>;
}

/** The mail server takes nothing for this address, for good (a 5yz reply, RFC 5321 4.2.1). `reply` is in its own words. */
export class RecipientRefused extends Error {
  readonly to: string;
  readonly reply: string;

  constructor(to: string, reply: string) {
    super(`the mail server takes nothing for this recipient: ${reply}`);
    this.name = "RecipientRefused";
    this.to = to;
    this.reply = reply;
  }
}
