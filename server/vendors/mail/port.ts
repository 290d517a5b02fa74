/** A message to one person. `text` and `html` have the same content. */
export interface MailMessage {
  /**
   * The same for every attempt at this message, and different for any other. It becomes the Message-ID (RFC 5322
   * 3.6.4).
   */
  id?: string;
  to: string;
  subject: string;
  /** The subject without the names of other people, for our list of sent mails, if it has any. It is not sent. */
  listedSubject?: string;
  text: string;
  html: string;
  /** The address for replies, if not ours. */
  replyTo?: string;
  /**
   * An invitation that mail programs add to a calendar: an iCalendar file and its method (RFC 5546, RFC
   * 6047).
   */
  calendar?: { method: "REQUEST" | "CANCEL"; content: string };
}

/**
 * Accepts a message for delivery. Rejects if it could not be accepted; the job then retries, unless the error is a
 * `RecipientRefused`.
 */
export interface MailSender {
  send(message: MailMessage): Promise<void>;
  /** Connects to the server and signs in. Rejects with the problem. */
  check?(): Promise<void>;
  /** Closes idle connections. */
  close?(): Promise<void>;
}

/** The mail server permanently refuses this address (a 5yz reply, RFC 5321 4.2.1). `reply` is its message. */
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
