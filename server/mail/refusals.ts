import { sql } from "kysely";
import type { Logger } from "pino";
import type { Database, Tx } from "../db/database.ts";
import type { Clock } from "../ports/clock.ts";
import { type MailSender, RecipientRefused } from "../ports/mail.ts";

/* Addresses that a mail server refused for good, for people: the operator lists them (`operator mail refused`). */

interface RefusalOptions {
  sender: MailSender;
  database: Database;
  clock: Clock;
  log: Logger;
}

/**
 * The same sender, save that a refusal for good ends there: it is logged once and written down, and the job that sent the
 * message is done instead of being tried again. A later message that is taken clears the address.
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
        // Without the address, which stands in the reply too: logs name nobody.
        log.warn(
          { replyCode: error.reply.slice(0, 3) },
          "a mail was refused for good: operator mail refused",
        );
        await insertRefusal(database, { address, reply: error.reply.slice(0, 500), now: clock.now() });
        return;
      }
      await database.deleteFrom("mailRefusals").where("address", "=", address).execute();
    },
  };
}

interface NewRefusal {
  address: string;
  /** The server's own words. */
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

/** The newest refusals, one an address. */
export async function listRefusals(database: Database, limit: number) {
  return await database
    .selectFrom("mailRefusals")
    .selectAll()
    .orderBy("lastAt", "desc")
    .limit(limit)
    .execute();
}

/** Forgets an address whose owner closes their account. */
export async function forgetRefusals(tx: Tx, address: string): Promise<void> {
  await tx.deleteFrom("mailRefusals").where("address", "=", address.toLowerCase()).execute();
}
