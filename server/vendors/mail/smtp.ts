import type { Clock } from "../../kernel/clock.ts";
import type { SmtpSettings } from "../../kernel/config/mail-settings.ts";
import { type MailMessage, type MailSender, MailUnanswered } from "./port.ts";
import { openSmtpConnection, type SmtpConnection } from "./smtp-connection.ts";
import { writeMessage } from "./write-message.ts";

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
