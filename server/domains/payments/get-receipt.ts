import type { Receipt } from "@greenroom/contract/payments.ts";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { AppError } from "../../http/errors.ts";
import { isPayersOrder } from "./policy.ts";
import { presentReceipt } from "./present.ts";
import { selectRefunds } from "./refund-store.ts";
import { findPurchase, getPayer } from "./store.ts";

/** The receipt of one of this person's payments. Throws `not_found` for anybody else's. */
export async function getReceipt(
  { database, config }: Pick<Deps, "database" | "config">,
  actor: Actor,
  paymentId: string,
): Promise<Receipt> {
  const purchase = await findPurchase(database, paymentId);
  if (purchase === null || !isPayersOrder(actor, purchase)) {
    throw new AppError("not_found", { msg: "This receipt does not exist." });
  }
  const [payer, refunds] = await Promise.all([
    getPayer(database, actor.userId),
    selectRefunds(database, paymentId),
  ]);
  return presentReceipt({ purchase, payer, refunds, seller: config.business });
}
