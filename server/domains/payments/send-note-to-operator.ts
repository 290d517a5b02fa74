import type { z } from "zod";
import type { Deps } from "../../deps.ts";
import { composeMail } from "../../mail/compose.ts";
import type { noteToOperator } from "./job-definitions.ts";
import { givenUpMessage, mismatchMessage } from "./operator-messages.ts";
import { getOrder } from "./order-store.ts";
import { getPayer } from "./store.ts";

/** Writes to the support address what a person has to look at. */
export async function sendNoteToOperator(
  deps: Deps,
  note: z.infer<typeof noteToOperator.payload>,
): Promise<void> {
  const order = await getOrder(deps.database, note.orderId);
  // Paid since: there is nothing left to look at.
  if (note.kind === "given-up" && order.status === "paid") return;
  const { business } = deps.config;
  const payer = await getPayer(deps.database, order.userId);
  const content =
    note.kind === "given-up"
      ? givenUpMessage(order, payer, note.hasAnswered, business)
      : mismatchMessage(order, payer, note, business);
  await deps.mail.send(composeMail(business, content));
}
