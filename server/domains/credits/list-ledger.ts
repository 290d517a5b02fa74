import type { PageQuery } from "@greenroom/contract/core/page.ts";
import type { LedgerEntry } from "@greenroom/contract/credits.ts";
import type { Actor } from "../../core/actor.ts";
import type { Page } from "../../db/keyset.ts";
import type { Deps } from "../../deps.ts";
import { presentLedgerEntry } from "./present.ts";
import { selectLedger } from "./store.ts";

/** Every credit that this user bought, spent, got back or was refunded, newest first. */
export async function listLedger(
  deps: Pick<Deps, "database">,
  actor: Actor,
  page: PageQuery,
): Promise<Page<LedgerEntry>> {
  const { rows, next } = await selectLedger(deps.database, actor.userId, page);
  return { rows: rows.map(presentLedgerEntry), next };
}
