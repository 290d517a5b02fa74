import type { contactMessageSchema } from "@greenroom/contract/contact.ts";
import type { z } from "zod";
import { newId } from "../../db/ids.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import { confirmMessage, forwardMessage } from "./job-definitions.ts";
import { insertMessage } from "./store.ts";

const thanks = { msg: "Message sent — we will contact you soon!" };

/** Keeps a message, has it mailed to us and its coming confirmed to the sender. A robot is thanked all the same. */
export async function sendContactMessage(
  deps: Deps,
  { website, ...message }: z.infer<typeof contactMessageSchema>,
): Promise<{ msg: string }> {
  if (website) return thanks;
  await inTransaction(deps.database, async (tx) => {
    const id = newId();
    await insertMessage(tx, { id, ...message, receivedAt: deps.clock.now() });
    await deps.jobs.send(tx, forwardMessage, { messageId: id });
    await deps.jobs.send(tx, confirmMessage, { messageId: id });
  });
  return thanks;
}
