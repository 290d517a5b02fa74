/** One message to one person. `text` is plain; `html` says the same. */
export interface MailMessage {
  /** The same for every try at this message, and for no other: it becomes its Message-ID (RFC 5322 3.6.4). */
  id?: string;
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
 * `RecipientRefused`. Of a `MailUnanswered` nobody knows yet.
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

/** The server was given the whole message and has not said what it makes of it: perhaps it was taken, perhaps not. */
export class MailUnanswered extends Error {
  /**
   * True: it took the message after all. False: it did not, or nobody will ever know. Settles within ten minutes, unless
   * the sender is closed before.
   */
  readonly isTaken: Promise<boolean>;

  constructor(isTaken: Promise<boolean>) {
    super("the mail server has the message and did not answer in time");
    this.name = "MailUnanswered";
    this.isTaken = isTaken;
  }
}
