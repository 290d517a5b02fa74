import type { PageQuery } from "@greenroom/contract/kernel/page.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Page } from "../../kernel/db/keyset.ts";
import type { Deps } from "../../kernel/deps.ts";
import {
  type EarningRow,
  type EarningSums,
  type HeldRow,
  selectEarnings,
  selectHeld,
  sumEarnings,
} from "./store.ts";

/** More than an interviewer can have without talking to us. */
const shownHeld = 20;

/** A page of the actor's earnings, newest first, with the sums of all of them and the interviews whose earning is held. */
export async function listEarnings(
  deps: Deps,
  actor: Actor,
  query: PageQuery,
): Promise<Page<EarningRow> & { sums: EarningSums; held: HeldRow[] }> {
  const page = await selectEarnings(deps.database, actor.userId, query);
  const held = await selectHeld(deps.database, actor.userId, shownHeld);
  return { ...page, held, sums: await sumEarnings(deps.database, actor.userId) };
}
