import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { Tx } from "../../../kernel/db/database.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { answerDays, applicationRetentionDays } from "./rules.ts";
import { deleteApplicationsBefore } from "./store.ts";

/** Deletes applications that were decided or answered long ago, or never answered. */
export async function purgeApplications({
  database,
  clock,
}: Pick<Deps, "database" | "clock">): Promise<void> {
  const before = addMinutes(clock.now(), -60 * 24 * applicationRetentionDays);
  await deleteApplicationsBefore(database, {
    before,
    waitedBefore: addMinutes(before, 60 * 24 * answerDays),
  });
}

/** Deletes every application of an address, with its steps. Returns how many. */
export async function removeApplications(tx: Tx, email: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom("interviewerApplications")
    .where("email", "=", email)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
