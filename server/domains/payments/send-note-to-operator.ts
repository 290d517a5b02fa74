import type { z } from "zod";
import type { Deps } from "../../deps.ts";
import { composeMail } from "../../mail/compose.ts";
import type { noteToOperator } from "./job-definitions.ts";
import { givenUpMessage, mismatchMessage, refundRefusedMessage } from "./operator-messages.ts";
import { getOrder } from "./order-store.ts";
import { getRefund } from "./refund-store.ts";
import { getPayer } from "./store.ts";

/** Writes to the support address what a person has to look at. */
export async function sendNoteToOperator(
  deps: Deps,
  note: z.infer<typeof noteToOperator.payload>,
): Promise<void> {
  if (note.kind === "refund-refused") return await sendRefusedRefund(deps, note.refundId);
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

async function sendRefusedRefund(deps: Deps, refundId: string): Promise<void> {
  const refund = await getRefund(deps.database, refundId);
  // Given back since: there is nothing left to look at.
  if (refund.refusal === null) return;
  const { business } = deps.config;
  const payer = await getPayer(deps.database, refund.userId);
  const content = refundRefusedMessage({ ...refund, refusal: refund.refusal }, payer, business);
  await deps.mail.send(composeMail(business, content));
}
