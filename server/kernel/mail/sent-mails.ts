import { cutText } from "@greenroom/contract/kernel/cut-text.ts";
import { sql } from "kysely";
import type { MailMessage } from "../../vendors/mail/port.ts";
import { batchReads } from "../db/batch-reads.ts";
import type { Database, Tx } from "../db/database.ts";
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
export const recordAcceptedMail = batchReads<SentMail, void>(async (database, mails) => {
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
