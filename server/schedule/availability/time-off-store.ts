import { slotMinutes } from "@greenroom/contract/kernel/time.ts";
import { type Selectable, sql } from "kysely";
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
  await removeInTimeOff(tx).where("slot.id", "=", id).execute();
}

function removeInTimeOff(database: Database | Tx) {
  return (
    database
      .updateTable("availability as slot")
      .from("timeOff as off")
      .set({ status: "removed", ruleId: null })
      .whereRef("off.interviewerId", "=", "slot.interviewerId")
      .whereRef("slot.startsAt", "<", "off.endsAt")
      // `slot.ends_at > off.starts_at` as a bound of the index, or it would read everybody's slots until the time off.
      .where("slot.startsAt", ">", sql<Date>`off.starts_at - make_interval(mins => ${slotMinutes})`)
      .where("slot.status", "=", "available")
  );
}

/** Removes future free slots during anyone's time off, however they got there. Returns how many. */
export async function removeSlotsInTimeOff(database: Database, now: Date): Promise<number> {
  const { numUpdatedRows } = await removeInTimeOff(database)
    .where("off.endsAt", ">", now)
    .where("slot.startsAt", ">", now)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
