import type { Database } from "../../db/database.ts";

/** The number of credits that a user was ever granted: bought, as a gift, or as a remedy. */
export async function countGranted(database: Database, userId: string): Promise<number> {
  const { sessions } = await database
    .selectFrom("creditLots")
    .select((row) => row.fn.coalesce(row.fn.sum<number>("sessions"), row.lit(0)).as("sessions"))
    .where("userId", "=", userId)
    .executeTakeFirstOrThrow();
  return Number(sessions);
}
