import type { PageQuery } from "@greenroom/contract/core/page.ts";
import { AppError } from "../../../core/errors.ts";
import type { Database } from "../../../db/database.ts";
import { orderBy, readPage } from "../../../db/keyset.ts";
import { readWithCursor } from "../../../db/read-with-cursor.ts";

const newestFirst = orderBy("desc", ["instant", "user.createdAt"], ["id", "user.id"]);

/** A page of everybody with an account, the newest first. */
export function listUsers(database: Database, page: PageQuery) {
  return readPage(selectUsers(database), newestFirst, page);
}

/** Everybody with an account, the newest first, read a batch at a time. */
export function readUsers(database: Database) {
  const query = selectUsers(database).orderBy("user.createdAt", "desc").orderBy("user.id", "desc");
  return readWithCursor(database, query);
}

async function findListedUser(database: Database, email: string) {
  return await selectUsers(database).where("user.email", "=", email).executeTakeFirst();
}

/** Adds the sessions that each user has left. */
function selectUsers(database: Database) {
  return database
    .selectFrom("users as user")
    .leftJoin("creditAccounts as account", "account.userId", "user.id")
    .select(["user.id", "user.email", "user.firstName", "user.lastName", "user.role", "user.isOperator"])
    .select(["user.blockedAt", "user.createdAt", "account.balance"]);
}
export type ListedUser = NonNullable<Awaited<ReturnType<typeof findListedUser>>>;

/** A person as the list of users has them. Throws `not_found`. */
export async function getUserByEmail(database: Database, email: string) {
  const user = await findListedUser(database, email);
  if (user === undefined) throw new AppError("not_found", { msg: `Nobody has an account with ${email}.` });
  return user;
}
