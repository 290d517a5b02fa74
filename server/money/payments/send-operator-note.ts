import type { z } from "zod";
import type { BusinessSettings } from "../../kernel/config/config.ts";
import type { Deps } from "../../kernel/deps.ts";
import { composeMail } from "../../kernel/mail/compose.ts";
import type { notifyOperator, tellDiscountAgain } from "./job-definitions.ts";
import {
  deletedBuyerMessage,
  discountAgainMessage,
  givenUpMessage,
  mismatchMessage,
  refundRefusedMessage,
} from "./operator-messages.ts";
import { getOrder, type OrderRow } from "./orders/order-store.ts";
import { getRefund } from "./refunds/refund-store.ts";
import { getBuyer } from "./store.ts";

type OperatorNote = z.infer<typeof notifyOperator.payload>;

/** Mails the support address about something that a person must check. */
export async function sendOperatorNote(deps: Deps, note: OperatorNote): Promise<void> {
  if (note.kind === "refund-refused") return await sendRefusedRefund(deps, note.refundId);
  const order = await getOrder(deps.database, note.orderId);
  // Paid meanwhile, so there is nothing to check.
  if (note.kind === "given-up" && order.status === "paid") return;
  const { business } = deps.config;
  const payer = await getBuyer(deps.database, order.userId);
  await deps.mail.send(composeMail(business, composeOrderNote(order, payer, note, business)));
}

function composeOrderNote(
  order: OrderRow,
  payer: { email: string },
  note: Exclude<OperatorNote, { kind: "refund-refused" }>,
  business: BusinessSettings,
) {
  switch (note.kind) {
    case "given-up":
      return givenUpMessage(order, payer, note.hasAnswered, business);
    case "mismatch":
      return mismatchMessage(order, payer, note, business);
    case "deleted-buyer":
      return deletedBuyerMessage(order, note.paymentId, business);
  }
}

/** Mails the support address about a payment that was granted although its discount was used up. */
export async function sendDiscountAgain(
  deps: Deps,
  note: z.infer<typeof tellDiscountAgain.payload>,
): Promise<void> {
  const order = await getOrder(deps.database, note.orderId);
  const payer = await getBuyer(deps.database, order.userId);
  const { business } = deps.config;
  await deps.mail.send(composeMail(business, discountAgainMessage(order, payer, note, business)));
}

async function sendRefusedRefund(deps: Deps, refundId: string): Promise<void> {
  const refund = await getRefund(deps.database, refundId);
  // Refunded meanwhile, so there is nothing to check.
  if (refund.refusal === null) return;
  const { business } = deps.config;
  const payer = await getBuyer(deps.database, refund.userId);
  const content = refundRefusedMessage({ ...refund, refusal: refund.refusal }, payer, business);
  await deps.mail.send(composeMail(business, content));
}
