import type { Database, Tx } from "../../db/database.ts";

/** What other domains need of a person to name and write to them. */
export interface Person {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  timeZone: string | null;
}

export async function hasAccount(database: Database | Tx, email: string): Promise<boolean> {
  const row = await database.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst();
  return row !== undefined;
}

/** People by id; ids that nobody has are left out. */
export async function findPeople(database: Database | Tx, ids: string[]): Promise<Map<string, Person>> {
  if (ids.length === 0) return new Map();
  const rows = await database
    .selectFrom("users")
    .select(["id", "firstName", "lastName", "email", "timeZone"])
    .where("id", "in", [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
