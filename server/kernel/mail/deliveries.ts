import { cutText } from "@greenroom/contract/kernel/plain-text.ts";
import { sql } from "kysely";
import type { Logger } from "pino";
import { type MailMessage, type MailSender, RecipientRefused } from "../../vendors/mail/port.ts";
import { batchStatements, type Database, type Tx } from "../db/database.ts";
import type { Waiting, WaitingFilter } from "../db/read-lists.ts";
import type { Clock } from "../deps.ts";
import { newId } from "../ids.ts";

/*
 * Stores which mails were sent to an address, so that an operator can tell its owner. Their texts are not stored.
 */

interface SentMail {
  id: string;
  address: string;
  subject: string;
  sentAt: Date;
}

/** The row of a mail. A one-time code at the beginning of the subject is left out, and so are other people's names. */
export function toSentMail(
  { to, subject, listedSubject = subject }: Pick<MailMessage, "to" | "subject" | "listedSubject">,
  now: Date,
): SentMail {
  return {
    id: newId(),
    address: to.toLowerCase(),
    subject: cutText(listedSubject.replace(/^\d{6}\b/, "••••••"), 300),
    sentAt: now,
  };
}

/**
 * Records that a mail server accepted a mail, and clears an earlier refusal of its address. Concurrent mails share
 * a statement.
 */
export const recordAcceptedMail = batchStatements<SentMail, void>(async (database, mails) => {
  const column = <Name extends keyof SentMail>(name: Name) => mails.map((mail) => mail[name]);
  await sql`
    with cleared as (delete from mail_refusals where address = any(${column("address")}::text[]))
    insert into sent_mails (id, address, subject, outcome, sent_at)
    select id, address, subject, 'taken', sent_at
    from unnest(${column("id")}::uuid[], ${column("address")}::text[], ${column("subject")}::text[], ${column("sentAt")}::timestamptz[])
      sent (id, address, subject, sent_at)`.execute(database);
  return mails.map(() => undefined);
});

export async function recordRefusedMail(database: Database, mail: SentMail): Promise<void> {
  await database
    .insertInto("sentMails")
    .values({ ...mail, outcome: "refused" })
    .execute();
}

/** Deletes the list of mails to an address when its owner closes their account. */
export async function deleteSentMails(tx: Tx, address: string): Promise<void> {
  await tx.deleteFrom("sentMails").where("address", "=", address.toLowerCase()).execute();
}

export async function purgeSentMails(database: Database, sentBefore: Date): Promise<void> {
  await database.deleteFrom("sentMails").where("sentAt", "<", sentBefore).execute();
}

/* Addresses that a mail server refused permanently, which the desk lists under Health. */

interface RefusalOptions {
  sender: MailSender;
  database: Database;
  clock: Clock;
  log: Logger;
}

/**
 * Wraps the sender and handles permanent refusals: logs and stores the refusal, and lets the job succeed, because
 * retrying would not help. A later message that is accepted clears the address.
 */
export function recordRefusals({ sender, database, clock, log }: RefusalOptions): MailSender {
  return {
    ...sender,
    async send(message) {
      const address = message.to.toLowerCase();
      try {
        await sender.send(message);
      } catch (error) {
        if (!(error instanceof RecipientRefused)) throw error;
        // The log omits the server's reply, because it contains the address and logs must not identify people.
        log.warn(
          { replyCode: error.reply.slice(0, 3) },
          "a mail was permanently refused: the desk's Health page has the address",
        );
        await insertRefusal(database, { address, reply: error.reply.slice(0, 500), now: clock.now() });
        await recordRefusedMail(database, toSentMail(message, clock.now()));
        return;
      }
      // The mail server has the mail, so a failure here must not make the job send it again.
      await recordAcceptedMail(database, toSentMail(message, clock.now())).catch((error: unknown) => {
        log.error({ err: error }, "an accepted mail could not be recorded");
      });
    },
  };
}

interface NewRefusal {
  address: string;
  /** The server's reply. */
  reply: string;
  now: Date;
}

async function insertRefusal(database: Database, { address, reply, now }: NewRefusal): Promise<void> {
  await database
    .insertInto("mailRefusals")
    .values({ address, reply, firstAt: now, lastAt: now })
    .onConflict((conflict) =>
      conflict.column("address").doUpdateSet({ reply, lastAt: now, times: sql`mail_refusals.times + 1` }),
    )
    .execute();
}

/** The newest refusals, one per address. */
export async function listRefusals(database: Database, limit: number) {
  return await database
    .selectFrom("mailRefusals")
    .selectAll()
    .orderBy("lastAt", "desc")
    .limit(limit)
    .execute();
}

/** The mail server's refusal of an address; null if it accepts mail for it. */
export async function findRefusal(database: Database, address: string) {
  const refusal = await database
    .selectFrom("mailRefusals")
    .select(["reply", "lastAt"])
    .where("address", "=", address.toLowerCase())
    .executeTakeFirst();
  return refusal ?? null;
}

interface WaitingRefusal extends Waiting {
  address: string;
  reply: string;
  /** Null if no account has this address. */
  userId: string | null;
}

/** Refused addresses that wait for an operator, by a hash of the address. */
export async function listWaitingRefusals(
  database: Database,
  { limit, matches }: WaitingFilter,
): Promise<WaitingRefusal[]> {
  const subject = sql`encode(sha256(convert_to(refusal.address, 'UTF8')), 'hex')`;
  const { rows } = await sql<WaitingRefusal>`
    select ${subject} as subject, refusal.last_at as since, refusal.address, refusal.reply, users.id as user_id
    from mail_refusals refusal left join users on users.email = refusal.address
    where ${matches(subject, sql`refusal.last_at`)}
    order by refusal.last_at limit ${limit}`.execute(database);
  return rows;
}

/** Deletes the refusals of an address whose owner closes their account. */
export async function deleteRefusals(tx: Tx, address: string): Promise<void> {
  await tx.deleteFrom("mailRefusals").where("address", "=", address.toLowerCase()).execute();
}

/** The number of refused addresses, counted up to `limit`. */
export async function countRefusals(database: Database, limit: number): Promise<number> {
  const { count } = await database
    .selectFrom(database.selectFrom("mailRefusals").select("address").limit(limit).as("refusal"))
    .select((row) => row.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

const domain = "@deleted.invalid";

/** The address of a deleted account. Nobody has it, because RFC 2606 reserves `.invalid`. */
export function addressOfDeleted(userId: string): string {
  return `deleted-${userId}${domain}`;
}

/**
 * Wraps the sender and sends nothing to deleted accounts. Jobs about a past interview or payment still reach them, and a
 * mail server would refuse each of these mails.
 */
export function skipDeletedRecipients(sender: MailSender): MailSender {
  return {
    ...sender,
    async send(message) {
      if (!message.to.toLowerCase().endsWith(domain)) await sender.send(message);
    },
  };
}
