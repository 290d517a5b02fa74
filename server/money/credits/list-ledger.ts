import type { PageQuery } from "@greenroom/contract/kernel/page.ts";
import type { LedgerEntry } from "@greenroom/contract/money/credits.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Page } from "../../kernel/db/keyset.ts";
import type { Deps } from "../../kernel/deps.ts";
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
