import type { Database } from "../../db/database.ts";
import { AppError } from "../../http/errors.ts";
import { listUsers } from "./list-users.ts";

/** A person as the list of users has them. Throws `not_found`. */
export async function getUserByEmail(database: Database, email: string) {
  const [user] = await listUsers(database, email);
  if (user === undefined) throw new AppError("not_found", { msg: `Nobody has an account with ${email}.` });
  return user;
}
