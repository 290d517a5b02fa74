import type { User } from "@greenroom/contract/accounts.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { getUser } from "../store.ts";
import { presentUser } from "./present.ts";

/** A user by id, as they see their own account. Throws if the id is unknown. */
export async function getProfile(database: Database | Tx, userId: string): Promise<User> {
  return presentUser(database, await getUser(database, userId));
}
