import type { z } from "zod";
import type { Deps } from "../../deps.ts";
import { composeMail } from "../../mail/compose.ts";
import type { notifyOperator } from "./job-definitions.ts";
import { givenUpMessage, mismatchMessage, refundRefusedMessage } from "./operator-messages.ts";
import { getOrder } from "./orders/order-store.ts";
import { getRefund } from "./refunds/refund-store.ts";
import { getPayer } from "./store.ts";

/** Mails the support address about something that a person must check. */
export async function sendOperatorNote(
  deps: Deps,
  note: z.infer<typeof notifyOperator.payload>,
): Promise<void> {
  if (note.kind === "refund-refused") return await sendRefusedRefund(deps, note.refundId);
  const order = await getOrder(deps.database, note.orderId);
  // Paid meanwhile, so there is nothing to check.
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
  // Refunded meanwhile, so there is nothing to check.
  if (refund.refusal === null) return;
  const { business } = deps.config;
  const payer = await getPayer(deps.database, refund.userId);
  const content = refundRefusedMessage({ ...refund, refusal: refund.refusal }, payer, business);
  await deps.mail.send(composeMail(business, content));
}
