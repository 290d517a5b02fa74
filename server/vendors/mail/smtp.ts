import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { NodemailerError } from "nodemailer";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { providerTimeoutMilliseconds } from "../../kernel/concurrency.ts";
import type { SmtpSettings } from "../../kernel/config/provider-settings.ts";
import type { Clock } from "../../kernel/deps.ts";
import { type MailMessage, type MailSender, MailUnanswered, RecipientRefused } from "./port.ts";
import { type WrittenMessage, writeMessage } from "./write-message.ts";

/** Concurrent connections to the server, and messages over one of them. */
const maxConnections = 10;
const messagesPerConnection = 100;
/**
 * How long a message waits for its turn, in milliseconds. Together with the next steps this stays below the
 * 45 seconds after which another worker would get the job and send the mail twice.
 */
const maxQueueMilliseconds = 20_000;
/** A server with this many replies outstanding gets no further message. */
const maxUnanswered = 3;

interface SmtpOptions {
  settings: SmtpSettings;
  from: string;
  clock: Clock;
  /** A certificate to trust in addition to the well-known ones. */
  ca?: string;
}

interface QueuedMail {
  message: MailMessage;
  queuedAt: number;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Sends mail through any SMTP server, over a few connections that stay open while there is mail. Connections
 * are encrypted, except to this machine, and the server's certificate is checked. Rejects as `MailSender`
 * describes.
 */
export function smtpMail({ settings, from, clock, ca }: SmtpOptions): MailSender {
  const queue: QueuedMail[] = [];
  const openConnections = new Set<SmtpConnection>();
  const unanswered = new Set<SmtpConnection>();
  let activeSenders = 0;

  /** Sends queued messages until the queue is empty. */
  async function sendQueued(): Promise<void> {
    activeSenders += 1;
    let connection: SmtpConnection | null = null;
    let count = 0;
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      try {
        rejectIfOverloaded(next);
        connection ??= await openConnection();
        await connection.deliver(writeMessage(from, next.message, clock.now()));
        count += 1;
        next.resolve();
        if (count % messagesPerConnection === 0) connection = quitConnection(connection);
      } catch (error) {
        if (connection !== null)
          connection =
            error instanceof MailUnanswered
              ? keepForLateReply(connection, error)
              : dropConnection(connection);
        next.reject(error);
      }
    }
    if (connection !== null) quitConnection(connection);
    activeSenders -= 1;
  }

  function rejectIfOverloaded({ queuedAt }: QueuedMail): void {
    if (performance.now() - queuedAt > maxQueueMilliseconds)
      throw new Error("the mail server is too slow for the waiting mails");
    if (unanswered.size >= maxUnanswered) throw new Error("the mail server has too many late replies");
  }

  async function openConnection(): Promise<SmtpConnection> {
    const connection = await openSmtpConnection(settings, ca);
    openConnections.add(connection);
    return connection;
  }

  function quitConnection(connection: SmtpConnection): null {
    openConnections.delete(connection);
    connection.quit();
    return null;
  }

  function dropConnection(connection: SmtpConnection): null {
    openConnections.delete(connection);
    connection.destroy();
    return null;
  }

  /** Keeps this connection open for the late reply; the next message uses another one. */
  function keepForLateReply(connection: SmtpConnection, { wasAccepted }: MailUnanswered): null {
    unanswered.add(connection);
    void wasAccepted.then(() => {
      unanswered.delete(connection);
      openConnections.delete(connection);
    });
    return null;
  }

  return {
    send: (message) =>
      new Promise((resolve, reject) => {
        queue.push({ message, queuedAt: performance.now(), resolve, reject });
        if (activeSenders < maxConnections) void sendQueued();
      }),
    async check() {
      quitConnection(await openConnection());
    },
    async close() {
      for (const line of openConnections) line.destroy();
    },
  };
}

/**
 * How long to listen for the late reply to a complete message, in milliseconds. No caller waits for it. RFC
 * 5321 4.5.3.2.6 allows a server ten minutes.
 */
const lateReplyTimeout = 600_000;

/** A signed-in connection to a mail server. */
export interface SmtpConnection {
  /**
   * Delivers one message. The server must answer each step (envelope, message) within `answerWithin`. Rejects with
   * `MailUnanswered` if the server has the whole message but did not answer, and with `RecipientRefused` if it will
   * never accept it.
   */
  deliver(message: WrittenMessage): Promise<void>;
  /** Ends the connection with QUIT, as a client should when it is done. */
  quit(): void;
  /** Closes the connection at once; pending replies are lost. */
  destroy(): void;
}

/**
 * Connects, encrypts and signs in, and allows `answerWithin` for each step. Nodemailer implements the
 * protocol, but its single timeout cannot tell an unreachable server from one that is still checking a
 * message, so this file times the steps itself.
 */
export async function openSmtpConnection(settings: SmtpSettings, ca?: string): Promise<SmtpConnection> {
  const { host, port, encryption, auth } = settings;
  const connection = new SMTPConnection({
    // Nodemailer looks up a name at the name server first, even this machine's. The server may not answer, or may name
    // another machine.
    ...(host === "localhost" ? { host: "127.0.0.1", servername: host } : { host }),
    port,
    secure: encryption === "tls",
    requireTLS: encryption === "starttls",
    ignoreTLS: encryption === "none",
    tls: { minVersion: "TLSv1.2", ...(ca === undefined ? {} : { ca }) },
    connectionTimeout: providerTimeoutMilliseconds,
    greetingTimeout: providerTimeoutMilliseconds,
    dnsTimeout: providerTimeoutMilliseconds,
    socketTimeout: lateReplyTimeout + providerTimeoutMilliseconds,
    socketCloseTimeout: 0,
  });
  const connectionLost = new Promise<never>((_resolve, reject) => {
    connection.on("error", reject);
    connection.on("end", () => reject(new Error("the mail server ended the connection")));
  });
  // Each step awaits it, but between two steps nothing does.
  connectionLost.catch(() => undefined);

  function destroy(): void {
    connection.removeAllListeners("end");
    connection.close();
  }

  function quit(): void {
    connection.quit();
    setTimeout(destroy, providerTimeoutMilliseconds).unref();
  }

  /** The result of a step. Rejects when the connection is lost or the time is up. */
  async function withTimeout<Result>(step: string, work: Promise<Result>): Promise<Result> {
    const over = new AbortController();
    const timeout = sleep(providerTimeoutMilliseconds, undefined, { signal: over.signal }).then(() => {
      throw Object.assign(new Error(`the mail server did not answer to ${step}`), { code: "ETIMEDOUT" });
    });
    timeout.catch(() => undefined);
    return await Promise.race([work, connectionLost, timeout]).finally(() => over.abort());
  }

  async function deliver({ from, to, content }: WrittenMessage): Promise<void> {
    const raw = Buffer.from(content);
    let isHandedOver = false;
    const body = Readable.from([raw]);
    // Nodemailer reads the message only after the server has sent 354.
    const dataAccepted = new Promise((resolve) => body.once("resume", resolve));
    body.once("end", () => {
      isHandedOver = true;
    });
    const reply = toPromise((done) => connection.send({ from, to, size: raw.length }, body, done));
    try {
      await withTimeout("MAIL, RCPT and DATA", Promise.race([dataAccepted, reply]));
      await withTimeout("the message", reply);
    } catch (error) {
      if (!isHandedOver || (error as NodemailerError).code !== "ETIMEDOUT")
        throw toDeliveryError(to, error as NodemailerError);
      throw new MailUnanswered(waitForLateReply(reply));
    }
  }

  /** Waits for the late reply, which may never come. */
  async function waitForLateReply(reply: Promise<unknown>): Promise<boolean> {
    const over = new AbortController();
    const lateTimeout = sleep(lateReplyTimeout, false, { signal: over.signal, ref: false });
    lateTimeout.catch(() => undefined);
    const accepted = reply.then(() => true);
    return await Promise.race([accepted, connectionLost, lateTimeout])
      .catch(() => false)
      .finally(() => {
        over.abort();
        destroy();
      });
  }

  try {
    await withTimeout(
      "a connection",
      toPromise((done) => connection.connect(done)),
    );
    if (auth !== null)
      await withTimeout(
        "signing in",
        toPromise((done) => connection.login(auth, done)),
      );
  } catch (error) {
    destroy();
    throw error;
  }
  return { deliver, quit, destroy };
}

function toPromise(begin: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    begin((error) => (error === undefined || error === null ? resolve() : reject(error)));
  });
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
