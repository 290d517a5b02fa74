import type { Role, User } from "@greenroom/contract/people/accounts.ts";
import type { Database, Tx } from "../../../kernel/db/database.ts";
import { getUser } from "../store.ts";
import { presentUser } from "./present.ts";

/** The data with which other areas name a user and write to them. */
export interface Person {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  timeZone: string | null;
}

/** The account with this address. */
export async function findUserRoleByEmail(
  database: Database | Tx,
  email: string,
): Promise<{ id: string; role: Role } | undefined> {
  return await database
    .selectFrom("users")
    .select(["id", "role"])
    .where("email", "=", email)
    .executeTakeFirst();
}

/** Users by id; unknown ids are left out. */
export async function findPeople(database: Database | Tx, ids: string[]): Promise<Map<string, Person>> {
  if (ids.length === 0) return new Map();
  const rows = await database
    .selectFrom("users")
    .select(["id", "firstName", "lastName", "email", "timeZone"])
    .where("id", "in", [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** A user by id, as they see their own account. Throws if the id is unknown. */
export async function getProfile(database: Database | Tx, userId: string): Promise<User> {
  return presentUser(database, await getUser(database, userId));
}
