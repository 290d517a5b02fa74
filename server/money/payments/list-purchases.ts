import type { PageQuery } from "@greenroom/contract/kernel/page.ts";
import type { Purchase } from "@greenroom/contract/money/payments.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Page } from "../../kernel/db/keyset.ts";
import type { Deps } from "../../kernel/deps.ts";
import { presentPurchase } from "./present.ts";
import { selectPurchases } from "./store.ts";

/** This user's payments with their receipts, newest first. */
export async function listPurchases(
  deps: Pick<Deps, "database">,
  actor: Actor,
  page: PageQuery,
): Promise<Page<Purchase>> {
  const { rows, next } = await selectPurchases(deps.database, actor.userId, page);
  return { rows: rows.map(presentPurchase), next };
}
