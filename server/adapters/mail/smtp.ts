import MailComposer from "nodemailer/lib/mail-composer";
import type { SmtpSettings } from "../../mail-settings.ts";
import { type MailMessage, type MailSender, MailUnanswered } from "../../ports/mail.ts";
import { asNodemailer } from "./as-nodemailer.ts";
import { openSmtpLine, type SmtpLine } from "./smtp-line.ts";

/** Connections to the server at a time, and messages over one of them. */
const atATime = 3;
const messagesALine = 100;
/**
 * How long a message waits for its turn, in milliseconds. With the steps that follow it stays within the 45 seconds after
 * which its job is given to another worker: it would go out twice.
 */
const waitsWithin = 20_000;
/** While a server owes so many answers it is given no further message. */
const unansweredAtMost = 3;

interface SmtpOptions {
  settings: SmtpSettings;
  from: string;
  /** A certificate to trust besides the well-known ones. */
  ca?: string;
}

interface Waiting {
  message: MailMessage;
  since: number;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Any SMTP server, over a few connections that are kept while there is mail. Encrypted, save on this very machine; the
 * server's certificate is checked. Rejects as `MailSender` says.
 */
export function smtpMail({ settings, from, ca }: SmtpOptions): MailSender {
  const waiting: Waiting[] = [];
  const open = new Set<SmtpLine>();
  const unanswered = new Set<SmtpLine>();
  let conversations = 0;

  /** Hands over what waits, message after message, until nothing does. */
  async function converse(): Promise<void> {
    conversations += 1;
    let line: SmtpLine | null = null;
    let count = 0;
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      try {
        refuseIfHopeless(next);
        line ??= await openLine();
        await line.deliver(compose(next.message));
        count += 1;
        next.resolve();
        if (count % messagesALine === 0) line = leave(line);
      } catch (error) {
        if (line !== null) line = error instanceof MailUnanswered ? setAside(line, error) : drop(line);
        next.reject(error);
      }
    }
    if (line !== null) leave(line);
    conversations -= 1;
  }

  function refuseIfHopeless({ since }: Waiting): void {
    if (performance.now() - since > waitsWithin)
      throw new Error("the mail server is too slow for all that waits");
    if (unanswered.size >= unansweredAtMost) throw new Error("the mail server owes too many answers");
  }

  async function openLine(): Promise<SmtpLine> {
    const line = await openSmtpLine(settings, ca);
    open.add(line);
    return line;
  }

  function leave(line: SmtpLine): null {
    open.delete(line);
    line.quit();
    return null;
  }

  function drop(line: SmtpLine): null {
    open.delete(line);
    line.cut();
    return null;
  }

  /** The line goes on listening, and another one takes the next message. */
  function setAside(line: SmtpLine, { isTaken }: MailUnanswered): null {
    unanswered.add(line);
    void isTaken.then(() => {
      unanswered.delete(line);
      open.delete(line);
    });
    return null;
  }

  const compose = (message: MailMessage) =>
    new MailComposer({
      ...asNodemailer(from, message),
      // What people write is never a path or an address to read from.
      disableFileAccess: true,
      disableUrlAccess: true,
    }).compile();

  return {
    send: (message) =>
      new Promise((resolve, reject) => {
        waiting.push({ message, since: performance.now(), resolve, reject });
        if (conversations < atATime) void converse();
      }),
    async check() {
      leave(await openLine());
    },
    async close() {
      for (const line of open) line.cut();
    },
  };
}
