import { maxSignIns } from "@greenroom/contract/people/account-settings.ts";
import type { Database, Tx } from "../../../kernel/db/database.ts";
import { sessionCutoff } from "../rules.ts";

/** A user's valid sign-ins, the most recently used first. */
export function selectSignIns(database: Database | Tx, userId: string, now: Date) {
  return database
    .selectFrom("authSessions")
    .select(["id", "userAgent", "createdAt", "lastSeenAt"])
    .where("userId", "=", userId)
    .where("endedAt", "is", null)
    .where("expiresAt", ">", now)
    .where("lastSeenAt", ">", sessionCutoff(now))
    .orderBy("lastSeenAt", "desc")
    .orderBy("id", "desc")
    .limit(maxSignIns)
    .execute();
}

/** Ends the sign-in with this id, or all others. Returns how many ended. */
export async function endSignIns(
  tx: Tx,
  { userId, which, now }: { userId: string; which: { only: string } | { allBut: string }; now: Date },
): Promise<number> {
  const ended = await tx
    .updateTable("authSessions")
    .set({ endedAt: now, userAgent: null })
    .where("userId", "=", userId)
    .where("endedAt", "is", null)
    .where((row) => ("only" in which ? row("id", "=", which.only) : row("id", "!=", which.allBut)))
    .returning("id")
    .execute();
  return ended.length;
}
