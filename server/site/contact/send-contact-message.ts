import type { contactMessageSchema } from "@greenroom/contract/site/contact.ts";
import type { z } from "zod";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { newId } from "../../kernel/ids.ts";
import { isWithinLimit } from "../../kernel/limits/rate-limits.ts";
import { confirmMessage, forwardMessage } from "./job-definitions.ts";
import { insertMessage } from "./store.ts";

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
    await insertMessage(tx, { id, ...message, receivedAt: deps.clock.now() });
    await deps.jobs.enqueue(tx, forwardMessage, { messageId: id });
    if (mayConfirm) await deps.jobs.enqueue(tx, confirmMessage, { messageId: id });
  });
  return thanks;
}
