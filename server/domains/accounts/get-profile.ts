import type { User } from "@greenroom/contract/accounts.ts";
import type { Database, Tx } from "../../db/database.ts";
import { presentUser } from "./present.ts";
import { getUser } from "./store.ts";

/** A person as they see themself, by id. Throws when there is nobody of that id. */
export async function getProfile(database: Database | Tx, userId: string): Promise<User> {
  return presentUser(database, await getUser(database, userId));
}
