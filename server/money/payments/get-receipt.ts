import type { Receipt } from "@greenroom/contract/money/payments.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { isOrderOwner } from "./policy.ts";
import { presentReceipt } from "./present.ts";
import { selectRefunds } from "./refunds/refund-store.ts";
import { findPurchase, getBuyer } from "./store.ts";

/** The receipt of one of this user's payments. Throws `not_found` for other people's payments. */
export async function getReceipt(
  { database, config }: Pick<Deps, "database" | "config">,
  actor: Actor,
  paymentId: string,
): Promise<Receipt> {
  const purchase = await findPurchase(database, paymentId);
  if (purchase === null || !isOrderOwner(actor, purchase)) {
    throw new AppError("not_found", { msg: "This receipt does not exist." });
  }
  const [payer, refunds] = await Promise.all([
    getBuyer(database, actor.userId),
    selectRefunds(database, paymentId),
  ]);
  return presentReceipt({ purchase, payer, refunds, seller: config.business });
}
