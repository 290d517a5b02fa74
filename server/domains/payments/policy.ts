import type { Actor } from "../../http/actor.ts";

/** Only who opened an order may settle it from a browser, and read the receipt of its payment. */
export function isPayersOrder(actor: Pick<Actor, "userId">, order: { userId: string }): boolean {
  return order.userId === actor.userId;
}
