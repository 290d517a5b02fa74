import { createTransport, type NodemailerError } from "nodemailer";
import { createSemaphore, providerTimeoutMilliseconds } from "../../kernel/concurrency.ts";
import type { SmtpSettings } from "../../kernel/config/provider-settings.ts";
import type { Clock } from "../../kernel/deps.ts";
import { type MailMessage, type MailSender, RecipientRefused } from "./port.ts";
import { writeMessage } from "./write-message.ts";

/** Concurrent connections to the server, and messages over one of them. */
const maxConnections = 10;
const messagesPerConnection = 100;
/** A connection without mail is closed after this many milliseconds. */
const idleMilliseconds = 1_000;
/**
 * A server that checks a message for spam may answer late, and sending it again would deliver it twice. Below the 45 seconds
 * after which another worker gets the job.
 */
const answerMilliseconds = 30_000;

interface SmtpOptions {
  settings: SmtpSettings;
  from: string;
  clock: Clock;
  /** A certificate to trust in addition to the well-known ones. */
  ca?: string;
  /** How long the server may take to answer a command or a message. */
  answerWithinMilliseconds?: number;
}

/**
 * Sends mail through any SMTP server, over a few connections that stay open while there is mail. Connections
 * are encrypted, except to this machine, and the server's certificate is checked. Rejects as `MailSender`
 * describes.
 */
export function smtpMail({
  settings,
  from,
  clock,
  ca,
  answerWithinMilliseconds = answerMilliseconds,
}: SmtpOptions): MailSender {
  const { host, port, encryption, auth } = settings;
  const isLocal = host === "localhost";
  const pool = createTransport({
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
    socketTimeout: answerWithinMilliseconds,
  });

  // What waits in Nodemailer's own queue would still be sent after its job has expired and been retried.
  const places = createSemaphore({
    places: maxConnections,
    maxWaiting: 1_000,
    maxWaitMilliseconds: answerWithinMilliseconds / 3,
    busyMessage: "The mail server is busy.",
  });

  async function send(message: MailMessage): Promise<void> {
    const { content, ...envelope } = await writeMessage(from, message, clock.now());
    await places
      .run(() => pool.sendMail({ envelope, raw: content }))
      .catch((error: NodemailerError) => {
        throw toDeliveryError(message.to, error);
      });
  }

  return {
    send,
    check: async () => void (await pool.verify()),
    async close() {
      pool.close({ force: true });
    },
  };
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
