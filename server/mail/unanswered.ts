import type { Logger } from "pino";
import type { Database } from "../db/database.ts";
import type { Clock } from "../ports/clock.ts";
import { type MailSender, MailUnanswered } from "../ports/mail.ts";

/*
 * Mails whose server has them and has not answered (docs/decisions/0019): written down for all servers, so that the job
 * that sent one, tried again anywhere, waits for the answer instead of sending it twice.
 */

/** How long an answer is awaited, in milliseconds (RFC 5321 4.5.3.2.6), by whichever server listens; then it is sent again. */
const awaitedFor = 600_000;
/** Jobs are kept for a week; so is what is known of their mails. */
const keptFor = 7 * 24 * 3_600_000;

interface UnansweredOptions {
  sender: MailSender;
  database: Database;
  clock: Clock;
  log: Logger;
}

/** The same sender, save that a `MailUnanswered` is written down under the message's id, and so is the answer when it comes. */
export function recordUnanswered({ sender, database, clock, log }: UnansweredOptions): MailSender {
  async function settle(jobId: string, isTaken: boolean): Promise<void> {
    log.info({ jobId, isTaken }, "the mail server answered late");
    await (isTaken
      ? database.updateTable("unansweredMails").set({ isTaken }).where("jobId", "=", jobId).execute()
      : database.deleteFrom("unansweredMails").where("jobId", "=", jobId).execute());
  }
  return {
    ...sender,
    async send(message) {
      try {
        await sender.send(message);
      } catch (error) {
        const { id } = message;
        if (error instanceof MailUnanswered && id !== undefined) {
          await insertUnanswered(database, id, clock.now());
          error.isTaken
            .then((isTaken) => settle(id, isTaken))
            .catch((failure: unknown) => log.warn({ err: failure }, "a late answer was not written down"));
        }
        throw error;
      }
    },
  };
}

async function insertUnanswered(database: Database, jobId: string, now: Date): Promise<void> {
  const awaitedUntil = new Date(now.getTime() + awaitedFor);
  await database
    .insertInto("unansweredMails")
    .values({ jobId, awaitedUntil })
    .onConflict((conflict) => conflict.column("jobId").doUpdateSet({ awaitedUntil, isTaken: false }))
    .execute();
  await database
    .deleteFrom("unansweredMails")
    .where("awaitedUntil", "<", new Date(now.getTime() - keptFor))
    .execute();
}

/** Whether the mail of this job was taken by an earlier try. Rejects while the server still owes the answer. */
export async function isMailTaken(
  { database, clock }: Pick<UnansweredOptions, "database" | "clock">,
  jobId: string,
): Promise<boolean> {
  const row = await database
    .selectFrom("unansweredMails")
    .select(["isTaken", "awaitedUntil"])
    .where("jobId", "=", jobId)
    .executeTakeFirst();
  if (row === undefined) return false;
  if (!row.isTaken && row.awaitedUntil > clock.now()) {
    throw new Error("the mail server has this job's mail and has not answered yet");
  }
  return row.isTaken;
}

/** The sender for one job: its one mail bears the job's id. */
export function mailOfJob(sender: MailSender, jobId: string): MailSender {
  let isSent = false;
  return {
    ...sender,
    async send(message) {
      if (isSent) throw new Error("a job sends one mail: its id names it");
      isSent = true;
      await sender.send({ ...message, id: jobId });
    },
  };
}
