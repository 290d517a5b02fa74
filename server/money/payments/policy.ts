import type { Actor } from "../../kernel/actor.ts";

/** Only the user who opened an order may settle it from a browser, and read the receipt of its payment. */
export function isOrderOwner(actor: Pick<Actor, "userId">, order: { userId: string }): boolean {
  return order.userId === actor.userId;
}
