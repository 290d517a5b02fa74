import type { DayWindow, WeeklyRuleFields } from "@greenroom/contract/weekly-availability.ts";
import type { Selectable } from "kysely";
import type { Database, Tx } from "../../db/database.ts";
import { newId } from "../../db/ids.ts";
import type { WeeklyRules } from "../../db/types.ts";
import type { PlannedSlot, StandingSlot } from "./plan-slots.ts";

export type WeeklyRuleRow = Omit<Selectable<WeeklyRules>, "windows"> & { windows: DayWindow[] };

function asRow(row: Selectable<WeeklyRules>): WeeklyRuleRow {
  return { ...row, windows: row.windows as unknown as DayWindow[] };
}

/** Oldest first: the older one takes a time that two want. */
export async function selectRules(database: Database | Tx, interviewerId: string): Promise<WeeklyRuleRow[]> {
  const rows = await database
    .selectFrom("weeklyRules")
    .selectAll()
    .where("interviewerId", "=", interviewerId)
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
  return rows.map(asRow);
}

function columnsOf({ windows, ...fields }: WeeklyRuleFields) {
  return { ...fields, windows: JSON.stringify(windows) };
}

export async function insertRule(
  tx: Tx,
  {
    id,
    interviewerId,
    fields,
    now,
  }: { id: string; interviewerId: string; fields: WeeklyRuleFields; now: Date },
): Promise<void> {
  await tx
    .insertInto("weeklyRules")
    .values({ id, interviewerId, ...columnsOf(fields), createdAt: now, updatedAt: now })
    .execute();
}

interface OwnRule {
  id: string;
  interviewerId: string;
}

/** False when there is none of this interviewer's. */
export async function updateRule(
  tx: Tx,
  { id, interviewerId, fields, now }: OwnRule & { fields: WeeklyRuleFields; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("weeklyRules")
    .set({ ...columnsOf(fields), updatedAt: now })
    .where("id", "=", id)
    .where("interviewerId", "=", interviewerId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Its free slots are removed with it; the others forget it. False when there is none of this interviewer's. */
export async function deleteRule(tx: Tx, { id, interviewerId }: OwnRule, now: Date): Promise<boolean> {
  await tx
    .updateTable("availability")
    .set({ status: "removed", ruleId: null })
    .where("ruleId", "=", id)
    .where("interviewerId", "=", interviewerId)
    .where("status", "=", "available")
    .where("startsAt", ">", now)
    .execute();
  const { numDeletedRows } = await tx
    .deleteFrom("weeklyRules")
    .where("id", "=", id)
    .where("interviewerId", "=", interviewerId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** How many slots of each rule are open and booked from `now` on. */
export async function countRuleSlots(database: Database | Tx, interviewerId: string, now: Date) {
  const rows = await database
    .selectFrom("availability")
    .select(({ fn }) => [
      "ruleId",
      fn.countAll<number>().filterWhere("status", "=", "available").as("open"),
      fn.countAll<number>().filterWhere("status", "=", "booked").as("booked"),
    ])
    .where("interviewerId", "=", interviewerId)
    .where("ruleId", "is not", null)
    .where("startsAt", ">", now)
    .groupBy("ruleId")
    .execute();
  return new Map(rows.map(({ ruleId, open, booked }) => [ruleId, { open, booked }]));
}

/** Live slots from an instant on, and those laid by a rule that were deleted by hand. */
export async function selectStandingSlots(
  tx: Tx,
  interviewerId: string,
  from: Date,
): Promise<StandingSlot[]> {
  const rows = await tx
    .selectFrom("availability")
    .select(["id", "ruleId", "startsAt", "status", "bookableUntil"])
    .where("interviewerId", "=", interviewerId)
    .where("startsAt", ">=", from)
    .where(({ eb, or }) => or([eb("status", "<>", "removed"), eb("ruleId", "is not", null)]))
    .execute();
  return rows.map((row) => ({ ...row, status: row.status as StandingSlot["status"] }));
}

/** Takes free slots back; the rule forgets them, so that it may lay them again. */
export async function withdrawSlots(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable("availability")
    .set({ status: "removed", ruleId: null })
    .where("id", "in", ids)
    .where("status", "=", "available")
    .execute();
}

export async function retimeSlot(tx: Tx, id: string, bookableUntil: Date | null): Promise<void> {
  await tx.updateTable("availability").set({ bookableUntil }).where("id", "=", id).execute();
}

export async function insertPlannedSlots(
  tx: Tx,
  interviewerId: string,
  slots: PlannedSlot[],
  now: Date,
): Promise<void> {
  if (slots.length === 0) return;
  await tx
    .insertInto("availability")
    .values(slots.map((slot) => ({ id: newId(), interviewerId, ...slot, createdAt: now })))
    .execute();
}

/** Interviewers who have rules and may still offer slots. */
export async function selectInterviewersWithRules(database: Database): Promise<string[]> {
  const rows = await database
    .selectFrom("users")
    .select("id")
    .where("role", "=", "interviewer")
    .where("blockedAt", "is", null)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom("weeklyRules").select("id").whereRef("weeklyRules.interviewerId", "=", "users.id")),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** Everything that an interviewer offers from `now` on: free slots removed, rules and days off deleted. */
export async function deleteWeek(tx: Tx, interviewerId: string, now: Date): Promise<void> {
  await tx
    .updateTable("availability")
    .set({ status: "removed", ruleId: null })
    .where("interviewerId", "=", interviewerId)
    .where("status", "=", "available")
    .where("startsAt", ">", now)
    .execute();
  await tx.deleteFrom("weeklyRules").where("interviewerId", "=", interviewerId).execute();
  await tx.deleteFrom("timeOff").where("interviewerId", "=", interviewerId).execute();
}
