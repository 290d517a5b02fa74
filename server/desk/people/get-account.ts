import type { Database, Tx } from "../../kernel/db/database.ts";
import { AppError } from "../../kernel/errors.ts";

const noSuchPerson = () => new AppError("not_found", { msg: "There is no such person." });

/** Any account by id. Throws `not_found`. */
export async function getAccount(database: Database | Tx, userId: string) {
  const user = await database.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirst();
  if (user === undefined) throw noSuchPerson();
  return user;
}
export type Account = Awaited<ReturnType<typeof getAccount>>;

/** An account by id, locked for this transaction. Throws `not_found`. */
export async function lockAccountRow(tx: Tx, userId: string): Promise<Account> {
  const user = await tx
    .selectFrom("users")
    .selectAll()
    .where("id", "=", userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (user === undefined) throw noSuchPerson();
  return user;
}
