import { nameInSubject } from "@greenroom/contract/kernel/names.ts";
import type { contactMessageSchema } from "@greenroom/contract/site/site.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Database, Tx } from "../kernel/db/database.ts";
import { inTransaction } from "../kernel/db/transaction.ts";
import type { Deps } from "../kernel/deps.ts";
import { isWithinLimit } from "../kernel/http/rate-limits.ts";
import { newId } from "../kernel/ids.ts";
import { defineHandler, defineMailJob, type JobHandler } from "../kernel/jobs.ts";
import { sendMail } from "../kernel/mail/compose.ts";

const thanks = { msg: "Message sent — we will contact you soon!" };

/**
 * Stores a message and mails it to us. The sender gets a confirmation, at most a few a day, because anyone can
 * enter another person's address, and we must not mail that person without a limit. A bot gets the usual response.
 */
export async function sendContactMessage(
  deps: Deps,
  { website, ...message }: z.infer<typeof contactMessageSchema>,
): Promise<{ msg: string }> {
  if (website) return thanks;
  const mayConfirm = await isWithinLimit(() => deps.limits.count("contact-mail-by-recipient", message.email));
  await inTransaction(deps.database, async (tx) => {
    const id = newId();
    await tx
      .insertInto("contactMessages")
      .values({ id, ...message, receivedAt: deps.clock.now() })
      .execute();
    await deps.jobs.enqueue(tx, forwardMessage, { messageId: id });
    if (mayConfirm) await deps.jobs.enqueue(tx, confirmMessage, { messageId: id });
  });
  return thanks;
}

const payload = z.object({ messageId: z.string() });

/** Mails a contact message to us. */
const forwardMessage = defineMailJob("contact.forward-message", payload);

/** Confirms to the sender that the message arrived. */
const confirmMessage = defineMailJob("contact.confirm-message", payload);

export const contactJobs: JobHandler<Deps>[] = [
  defineHandler(forwardMessage, mailToSupport),
  defineHandler(confirmMessage, mailToSender),
];

/** To us; replies go directly to the sender. */
async function mailToSupport(deps: Deps, { messageId }: z.infer<typeof payload>): Promise<void> {
  const found = await findMessage(deps.database, messageId);
  if (found === undefined) return;
  const { business } = deps.config;
  const { name, email, message } = found;
  await sendMail(deps, {
    to: business.supportEmail,
    subject: `Message from ${nameInSubject(name)}`,
    listedSubject: "Message from the contact form",
    heading: `${name} wrote`,
    paragraphs: [message, `Reply to: ${email}`],
    replyTo: email,
  });
}

/**
 * To the sender. Does not repeat the message, because anyone can enter another person's address, and our mail must
 * not carry a stranger's text.
 */
async function mailToSender(deps: Deps, { messageId }: z.infer<typeof payload>): Promise<void> {
  const found = await findMessage(deps.database, messageId);
  if (found === undefined) return;
  const { business } = deps.config;
  const { name, supportEmail } = business;
  await sendMail(deps, {
    to: found.email,
    subject: `${name} received your message`,
    heading: "We've received your message",
    paragraphs: [
      "Thank you for writing. A person reads every message, and we will contact you soon.",
      `If you did not write to us, someone mistyped their address and you don't need to do anything. Anything to add? Write to ${supportEmail}.`,
    ],
    replyTo: supportEmail,
  });
}

/** Undefined if the sender has deleted the account with this address since. */
async function findMessage(database: Database, id: string) {
  return await database.selectFrom("contactMessages").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Deletes the messages that a person sent us from their address, in lower case, when they close their account. */
export async function eraseContactMessages(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom("contactMessages").where(sql`lower(email)`, "=", email).execute();
}
