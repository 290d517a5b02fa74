import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { NodemailerError } from "nodemailer";
import type MimeNode from "nodemailer/lib/mime-node";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import type { SmtpSettings } from "../../mail-settings.ts";
import { answerWithin } from "../../ports/answer-within.ts";
import { MailUnanswered, RecipientRefused } from "../../ports/mail.ts";

/**
 * How long the answer to a whole message is listened for, in milliseconds, by nobody who waits: RFC 5321 4.5.3.2.6 gives a
 * server ten minutes there.
 */
const listensFor = 600_000;

/** A connection to a mail server that is signed in. */
export interface SmtpLine {
  /**
   * Hands one message over. Each step (envelope, message) is answered within `answerWithin`, or it rejects: with
   * `MailUnanswered` when the server has the whole message, with `RecipientRefused` when it never will take it.
   */
  deliver(message: MimeNode): Promise<void>;
  /** Takes leave, as a client should that is done. */
  quit(): void;
  /** Cuts the line at once; what is unanswered on it stays so. */
  cut(): void;
}

/**
 * Connects, encrypts and signs in, each answered within `answerWithin`. Nodemailer speaks the protocol; its one limit on
 * silence cannot tell a server that is away from one that judges a message, so the steps are timed here.
 */
export async function openSmtpLine(settings: SmtpSettings, ca?: string): Promise<SmtpLine> {
  const { host, port, encryption, auth } = settings;
  const connection = new SMTPConnection({
    host,
    port,
    secure: encryption === "tls",
    requireTLS: encryption === "starttls",
    ignoreTLS: encryption === "none",
    tls: { minVersion: "TLSv1.2", ...(ca === undefined ? {} : { ca }) },
    connectionTimeout: answerWithin,
    greetingTimeout: answerWithin,
    dnsTimeout: answerWithin,
    socketTimeout: listensFor + answerWithin,
    socketCloseTimeout: 0,
  });
  const lost = new Promise<never>((_resolve, reject) => {
    connection.on("error", reject);
    connection.on("end", () => reject(new Error("the mail server ended the connection")));
  });
  // Each step looks at it; between two steps nobody does.
  lost.catch(() => undefined);

  function cut(): void {
    connection.removeAllListeners("end");
    connection.close();
  }

  function quit(): void {
    connection.quit();
    setTimeout(cut, answerWithin).unref();
  }

  /** What comes of a step, or an error once the line is lost or its time is over. */
  async function within<Result>(step: string, work: Promise<Result>): Promise<Result> {
    const over = new AbortController();
    const late = sleep(answerWithin, undefined, { signal: over.signal }).then(() => {
      throw Object.assign(new Error(`the mail server did not answer to ${step}`), { code: "ETIMEDOUT" });
    });
    late.catch(() => undefined);
    return await Promise.race([work, lost, late]).finally(() => over.abort());
  }

  async function deliver(message: MimeNode): Promise<void> {
    const raw = await message.build();
    const { from, to } = message.getEnvelope();
    let isGiven = false;
    const body = Readable.from([raw]);
    // Nodemailer reads the message once the server has said 354, and not before.
    const invited = new Promise((resolve) => body.once("resume", resolve));
    body.once("end", () => {
      isGiven = true;
    });
    const answered = asPromise((done) => connection.send({ from, to, size: raw.length }, body, done));
    try {
      await within("MAIL, RCPT and DATA", Promise.race([invited, answered]));
      await within("the message", answered);
    } catch (error) {
      if (!isGiven || (error as NodemailerError).code !== "ETIMEDOUT")
        throw asRefusal(String(to), error as NodemailerError);
      throw new MailUnanswered(listen(answered));
    }
  }

  /** The answer that comes late, if it comes. */
  async function listen(answered: Promise<unknown>): Promise<boolean> {
    const over = new AbortController();
    const never = sleep(listensFor, false, { signal: over.signal, ref: false });
    never.catch(() => undefined);
    const taken = answered.then(() => true);
    return await Promise.race([taken, lost, never])
      .catch(() => false)
      .finally(() => {
        over.abort();
        cut();
      });
  }

  try {
    await within(
      "a connection",
      asPromise((done) => connection.connect(done)),
    );
    if (auth !== null)
      await within(
        "signing in",
        asPromise((done) => connection.login(auth, done)),
      );
  } catch (error) {
    cut();
    throw error;
  }
  return { deliver, quit, cut };
}

function asPromise(begin: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    begin((error) => (error === undefined || error === null ? resolve() : reject(error)));
  });
}

/** A permanent answer (5yz) to this very recipient; everything else may change, so it stays what it was. */
function asRefusal(to: string, error: NodemailerError): Error {
  const { command, responseCode = 0, response = "" } = error;
  const isPermanent = command === "RCPT TO" && responseCode >= 500 && responseCode < 600;
  return isPermanent ? new RecipientRefused(to, response) : error;
}
