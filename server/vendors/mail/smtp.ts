import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { NodemailerError } from "nodemailer";
import SmtpPool from "nodemailer/lib/smtp-pool";
import { providerTimeoutMilliseconds } from "../../kernel/concurrency.ts";
import type { SmtpSettings } from "../../kernel/config/provider-settings.ts";
import type { Clock } from "../../kernel/deps.ts";
import { type MailMessage, type MailSender, MailUnanswered, RecipientRefused } from "./port.ts";
import { writeMessage } from "./write-message.ts";

/** Concurrent connections to the server, and messages over one of them. */
const maxConnections = 10;
const messagesPerConnection = 100;
/** A connection without mail is closed after this many milliseconds. */
const idleMilliseconds = 1_000;
/**
 * How long until the server asks for the message itself, in milliseconds. Together with its answer this stays below the
 * 45 seconds after which another worker would get the job and send the mail twice.
 */
const beginMilliseconds = 15_000;
/** A server with this many replies outstanding gets no further message. */
const maxUnanswered = 3;
/**
 * How long to listen for the late reply to a complete message, in milliseconds. No caller waits for it. RFC
 * 5321 4.5.3.2.6 allows a server ten minutes.
 */
const lateReplyTimeout = 600_000;

interface SmtpOptions {
  settings: SmtpSettings;
  from: string;
  clock: Clock;
  /** A certificate to trust in addition to the well-known ones. */
  ca?: string;
}

/**
 * Sends mail through any SMTP server, over a few connections that stay open while there is mail. Connections
 * are encrypted, except to this machine, and the server's certificate is checked. Rejects as `MailSender`
 * describes.
 */
export function smtpMail({ settings, from, clock, ca }: SmtpOptions): MailSender {
  const { host, port, encryption, auth } = settings;
  const isLocal = host === "localhost";
  const pool = new SmtpPool({
    pool: true,
    maxConnections,
    maxMessages: messagesPerConnection,
    maxRequeues: 0,
    idleTimeout: idleMilliseconds,
    // Nodemailer looks up a name at the name server first, even this machine's. The server may not answer, or may name
    // another machine.
    host: isLocal ? "127.0.0.1" : host,
    port,
    ...(auth === null ? {} : { auth }),
    secure: encryption === "tls",
    requireTLS: encryption === "starttls",
    ignoreTLS: encryption === "none",
    tls: {
      minVersion: "TLSv1.2",
      ...(isLocal ? { servername: host } : {}),
      ...(ca === undefined ? {} : { ca }),
    },
    connectionTimeout: providerTimeoutMilliseconds,
    greetingTimeout: providerTimeoutMilliseconds,
    dnsTimeout: providerTimeoutMilliseconds,
    // It would end a connection that waits for a late reply.
    socketTimeout: lateReplyTimeout + beginMilliseconds,
  });
  let unanswered = 0;

  async function send(message: MailMessage): Promise<void> {
    if (unanswered >= maxUnanswered) throw new Error("the mail server has too many late replies");
    const { content, ...envelope } = await writeMessage(from, message, clock.now());
    const body = Readable.from([content]);
    const giveUp = new AbortController();
    // Nodemailer reads the message only after the server has sent 354.
    const isAskedFor = new Promise<void>((resolve) => body.once("resume", resolve));
    const reply = new Promise<void>((resolve, reject) => {
      const mail = {
        data: { signal: giveUp.signal },
        message: {
          getEnvelope: () => envelope,
          messageId: () => "",
          getHeader: () => "",
          createReadStream: () => body,
        },
      };
      pool.send(mail as never, (error) => (error === null ? resolve() : reject(error)));
    });
    try {
      await within(beginMilliseconds, Promise.race([isAskedFor, reply]));
      await within(providerTimeoutMilliseconds, reply);
    } catch (error) {
      if (error !== timedOut) throw toDeliveryError(message.to, error as NodemailerError);
      if (body.readableEnded) throw new MailUnanswered(waitForLateReply(reply, giveUp));
      giveUp.abort();
      throw Object.assign(new Error("the mail server did not answer in time"), { code: "ETIMEDOUT" });
    }
  }

  /** Waits for the late reply, which may never come. */
  async function waitForLateReply(reply: Promise<void>, giveUp: AbortController): Promise<boolean> {
    unanswered += 1;
    const accepted = reply.then(() => true);
    const isTaken = await within(lateReplyTimeout, accepted).catch(() => false);
    giveUp.abort();
    unanswered -= 1;
    return isTaken;
  }

  return {
    send,
    check: async () => void (await pool.verify()),
    async close() {
      pool.close({ force: true });
    },
  };
}

const timedOut = Symbol("timed out");

/** Rejects with `timedOut` if the work takes longer. Rejections of the work after that are ignored. */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const over = new AbortController();
  const timeout = sleep(milliseconds, undefined, { signal: over.signal, ref: false }).then(
    () => Promise.reject(timedOut),
    () => work,
  );
  work.catch(() => undefined);
  return await Promise.race([work, timeout]).finally(() => over.abort());
}

/**
 * `RecipientRefused` for a permanent reply (5yz) to this recipient. Any other error may be temporary and
 * stays unchanged.
 */
function toDeliveryError(to: string, error: NodemailerError): Error {
  const { command, responseCode = 0, response = "" } = error;
  const isPermanent = command === "RCPT TO" && responseCode >= 500 && responseCode < 600;
  return isPermanent ? new RecipientRefused(to, response) : error;
}
