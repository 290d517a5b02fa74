import type { Database } from "../../kernel/db/database.ts";

/**
 * The number of credits that a user was granted (bought, as a gift, or as a remedy) and that were neither refunded nor
 * taken back. It is the sum of the credits that are left and those that are spent.
 */
export async function countGranted(database: Database, userId: string): Promise<number> {
  const { sessions } = await database
    .selectFrom("credits")
    .select((row) => row.fn.countAll<number>().as("sessions"))
    .where("userId", "=", userId)
    .where("status", "!=", "refunded")
    .executeTakeFirstOrThrow();
  return Number(sessions);
}
