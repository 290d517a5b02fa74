import type { Selectable } from "kysely";
import type { Database, Tx } from "../../kernel/db/database.ts";
import type { TimeOff } from "../../kernel/db/types.ts";

export type TimeOffRow = Selectable<TimeOff>;

/** Time off that is not over at `now`, soonest first. */
export function selectTimeOff(
  database: Database | Tx,
  interviewerIds: readonly string[],
  now: Date,
): Promise<TimeOffRow[]> {
  return database
    .selectFrom("timeOff")
    .selectAll()
    .where("interviewerId", "in", interviewerIds)
    .where("endsAt", ">", now)
    .orderBy("startsAt")
    .execute();
}

export async function findTimeOffAt(
  tx: Database | Tx,
  interviewerId: string,
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
): Promise<TimeOffRow | undefined> {
  return await tx
    .selectFrom("timeOff")
    .selectAll()
    .where("interviewerId", "=", interviewerId)
    .where("startsAt", "<", endsAt)
    .where("endsAt", ">", startsAt)
    .executeTakeFirst();
}

/** Removes a slot that became free during its interviewer's time off. Its rule may generate it again later. */
export async function removeSlotInTimeOff(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable("availability as slot")
    .from("timeOff as off")
    .set({ status: "removed", ruleId: null })
    .where("slot.id", "=", id)
    .where("slot.status", "=", "available")
    .whereRef("off.interviewerId", "=", "slot.interviewerId")
    .whereRef("slot.startsAt", "<", "off.endsAt")
    .whereRef("slot.endsAt", ">", "off.startsAt")
    .execute();
}
