import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../db/database.ts";

/** Remembers a name that is about to change. */
export async function recordFormerName(
  tx: Tx,
  { userId, name, now }: { userId: string; name: string; now: Date },
): Promise<void> {
  await tx
    .insertInto("formerNames")
    .values({ userId, until: now, name })
    // Of two changes at the same moment, the first one has the earlier name.
    .onConflict((conflict) => conflict.columns(["userId", "until"]).doNothing())
    .execute();
}

export async function deleteFormerNames(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("formerNames").where("userId", "=", userId).execute();
}

/** In SQL: the name that a person (an alias of `users`) had at a time; null without a person. */
export function nameAt(person: string, at: RawBuilder<unknown>): RawBuilder<string | null> {
  const column = (name: string) => sql.ref(`${person}.${name}`);
  return sql<string | null>`coalesce(
    (select former.name from former_names former where former.user_id = ${column("id")} and former.until > ${at}
      order by former.until limit 1),
    trim(${column("firstName")} || ' ' || ${column("lastName")}))`;
}
