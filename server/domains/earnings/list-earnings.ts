import type { PageQuery } from "@greenroom/contract/core/page.ts";
import type { Actor } from "../../core/actor.ts";
import type { Page } from "../../db/keyset.ts";
import type { Deps } from "../../deps.ts";
import { type EarningRow, type EarningSums, selectEarnings, sumEarnings } from "./store.ts";

/** A page of the actor's earnings, newest first, with the sums of all of them. */
export async function listEarnings(
  deps: Deps,
  actor: Actor,
  query: PageQuery,
): Promise<Page<EarningRow> & { sums: EarningSums }> {
  const page = await selectEarnings(deps.database, actor.userId, query);
  return { ...page, sums: await sumEarnings(deps.database, actor.userId) };
}
