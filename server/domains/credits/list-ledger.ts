import type { LedgerEntry } from "@greenroom/contract/credits.ts";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { presentLedgerEntry } from "./present.ts";
import { selectLedger } from "./store.ts";

/** Every session that this person bought, spent, got back or was refunded, newest first. */
export async function listLedger(deps: Pick<Deps, "database">, actor: Actor): Promise<LedgerEntry[]> {
  return (await selectLedger(deps.database, actor.userId)).map(presentLedgerEntry);
}
