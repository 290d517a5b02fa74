import type { Database } from "../../db/database.ts";

/** Everybody with an account, or who has this address; newest last, with the sessions they have left. */
export async function listUsers(database: Database, email?: string) {
  return await database
    .selectFrom("users as user")
    .leftJoin("creditAccounts as account", "account.userId", "user.id")
    .select(["user.id", "user.email", "user.firstName", "user.lastName", "user.role", "user.isOperator"])
    .select(["user.blockedAt", "user.createdAt", "account.balance"])
    .$if(email !== undefined, (query) => query.where("user.email", "=", email ?? ""))
    .orderBy("user.createdAt")
    .orderBy("user.id")
    .execute();
}
