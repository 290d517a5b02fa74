import { AppError } from "../../../core/errors.ts";
import type { Database } from "../../../db/database.ts";
import { findListedUser } from "./list-users.ts";

/** A person as the list of users has them. Throws `not_found`. */
export async function getUserByEmail(database: Database, email: string) {
  const user = await findListedUser(database, email);
  if (user === undefined) throw new AppError("not_found", { msg: `Nobody has an account with ${email}.` });
  return user;
}
