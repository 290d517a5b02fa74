import type { Purchase } from "@greenroom/contract/payments.ts";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { presentPurchase } from "./present.ts";
import { selectPurchases } from "./store.ts";

/** This person's payments with their receipts, newest first. */
export async function listPurchases(deps: Pick<Deps, "database">, actor: Actor): Promise<Purchase[]> {
  return (await selectPurchases(deps.database, actor.userId)).map(presentPurchase);
}
