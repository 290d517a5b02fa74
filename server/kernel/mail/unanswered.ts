import { sql } from "kysely";
import type { Logger } from "pino";
import { type MailSender, MailUnanswered } from "../../vendors/mail/port.ts";
import type { Clock } from "../clock.ts";
import { batchReads } from "../db/batch-reads.ts";
import type { Database } from "../db/database.ts";

/* Mails that a server has received but not answered (docs/decisions/0019). They are stored for all
   servers, so that a retry of the job, on any server, waits for the answer instead of sending the mail
   twice. */

/**
 * How long we wait for an answer, in milliseconds (RFC 5321 4.5.3.2.6). After that, the mail is sent again.
 */
const lateReplyTimeout = 600_000;
/** Jobs are kept for a week, and so are these rows. */
const retentionMilliseconds = 7 * 24 * 3_600_000;

interface UnansweredOptions {
  sender: MailSender;
  database: Database;
  clock: Clock;
  log: Logger;
}

/** Wraps the sender: stores a `MailUnanswered` under the message's id, and the reply when it arrives. */
export function recordUnanswered({ sender, database, clock, log }: UnansweredOptions): MailSender {
  async function settle(jobId: string, isTaken: boolean): Promise<void> {
    log.info({ jobId, isTaken }, "the mail server replied late");
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
          error.wasAccepted
            .then((isTaken) => settle(id, isTaken))
            .catch((failure: unknown) => log.warn({ err: failure }, "could not store a late reply"));
        }
        throw error;
      }
    },
  };
}

async function insertUnanswered(database: Database, jobId: string, now: Date): Promise<void> {
  const awaitedUntil = new Date(now.getTime() + lateReplyTimeout);
  await database
    .insertInto("unansweredMails")
    .values({ jobId, awaitedUntil })
    .onConflict((conflict) => conflict.column("jobId").doUpdateSet({ awaitedUntil, isTaken: false }))
    .execute();
  await database
    .deleteFrom("unansweredMails")
    .where("awaitedUntil", "<", new Date(now.getTime() - retentionMilliseconds))
    .execute();
}

/** Whether an earlier attempt of this job delivered its mail. Rejects while the reply is still pending. */
export async function wasMailAccepted(
  { database, clock }: Pick<UnansweredOptions, "database" | "clock">,
  jobId: string,
): Promise<boolean> {
  const row = await findUnanswered(database, jobId);
  if (row === null) return false;
  if (!row.isTaken && row.awaitedUntil > clock.now()) {
    throw new Error("the mail server has this job's mail and has not answered yet");
  }
  return row.isTaken;
}

const findUnanswered = batchReads<string, { isTaken: boolean; awaitedUntil: Date } | null>(
  async (database, jobIds) => {
    const { rows } = await sql<{ jobId: string; isTaken: boolean; awaitedUntil: Date }>`
      select job_id, is_taken, awaited_until from unanswered_mails where job_id = any(${jobIds}::uuid[])`.execute(
      database,
    );
    const byJob = new Map(rows.map((row) => [row.jobId, row]));
    return jobIds.map((jobId) => byJob.get(jobId) ?? null);
  },
);

/** The sender for one job; the job's single mail gets the job's id. */
export function createJobMailSender(sender: MailSender, jobId: string): MailSender {
  let isSent = false;
  return {
    ...sender,
    async send(message) {
      if (isSent) throw new Error("a job may send only one mail, because the mail gets the job's id");
      isSent = true;
      await sender.send({ ...message, id: jobId });
    },
  };
}
