import type { SignIn } from "@greenroom/contract/people/account-settings.ts";
import type { Actor } from "../../../kernel/actor.ts";
import type { Database, Tx } from "../../../kernel/db/database.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { nameBrowser } from "../browsers/name-browser.ts";
import { selectSignIns } from "./sign-in-store.ts";

/** The browsers in which the user is signed in. The one that makes the request comes first. */
export async function listSignIns(deps: Deps, actor: Actor): Promise<SignIn[]> {
  const rows = await selectSignIns(deps.database, actor.userId, deps.clock.now());
  return rows
    .map((row) => ({
      _id: row.id,
      browser: nameBrowser(row.userAgent) ?? "Unknown browser",
      signedInAt: row.createdAt.toISOString(),
      lastSeenAt: row.lastSeenAt.toISOString(),
      isCurrent: row.id === actor.sessionId,
    }))
    .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}

/** How many browsers a user is signed in with; at most `maxSignIns`. */
export async function countSignIns(database: Database | Tx, userId: string, now: Date): Promise<number> {
  return (await selectSignIns(database, userId, now)).length;
}
