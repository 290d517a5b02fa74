import type { WeeklyRuleFields } from "@greenroom/contract/schedule/weekly-availability.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { newId } from "../../kernel/ids.ts";
import type { PlannedSlot } from "./plan-slots.ts";

/** Oldest first, because a time that two rules want goes to the older one. */
export function selectRules(database: Database | Tx, interviewerIds: readonly string[]) {
  return database
    .selectFrom("weeklyRules")
    .selectAll()
    .where("interviewerId", "in", interviewerIds)
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
}

function toColumns({ windows, ...fields }: WeeklyRuleFields) {
  return { ...fields, windows: JSON.stringify(windows) };
}

interface RuleChange {
  id: string;
  interviewerId: string;
  fields: WeeklyRuleFields;
  now: Date;
}

export async function insertRule(tx: Tx, { id, interviewerId, fields, now }: RuleChange): Promise<void> {
  await tx
    .insertInto("weeklyRules")
    .values({ id, interviewerId, ...toColumns(fields), createdAt: now, updatedAt: now })
    .execute();
}

/** Returns false if this interviewer has no such rule. */
export async function updateRule(tx: Tx, { id, interviewerId, fields, now }: RuleChange): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("weeklyRules")
    .set({ ...toColumns(fields), updatedAt: now })
    .where("id", "=", id)
    .where("interviewerId", "=", interviewerId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Deletes a rule with its free slots and unlinks the other slots. A slot that is booked or held is removed when it is
 * released. Returns false if this interviewer has no such rule.
 */
export async function deleteRule(tx: Tx, id: string, interviewerId: string, now: Date): Promise<boolean> {
  await tx
    .updateTable("availability")
    .set({ status: "removed", ruleId: null })
    .where("ruleId", "=", id)
    .where("interviewerId", "=", interviewerId)
    .where("status", "=", "available")
    .where("startsAt", ">", now)
    .execute();
  await tx
    .updateTable("availability")
    .set({ removedWhenReleased: true })
    .where("ruleId", "=", id)
    .where("status", "in", ["booked", "held"])
    .where("startsAt", ">", now)
    .execute();
  const { numDeletedRows } = await tx
    .deleteFrom("weeklyRules")
    .where("id", "=", id)
    .where("interviewerId", "=", interviewerId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The number of open and booked slots of each rule from `now` on. */
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

/** Live slots from an instant on, and times that their interviewer refused. */
export function selectExistingSlots(tx: Tx, interviewerIds: readonly string[], from: Date) {
  return tx
    .selectFrom("availability")
    .select(["id", "interviewerId", "ruleId", "startsAt", "status", "bookableUntil", "refusedAt"])
    .where("interviewerId", "in", interviewerIds)
    .where("startsAt", ">=", from)
    .where(({ eb, or }) =>
      or([eb("status", "<>", "removed"), eb("ruleId", "is not", null), eb("refusedAt", "is not", null)]),
    )
    .execute();
}

/** Removes free slots and unlinks them from their rule, so that it may generate them again. */
export async function removeSlots(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update availability set status = 'removed', rule_id = null
    where id = any(${ids}::uuid[]) and status = 'available'`.execute(tx);
}

export async function updateSlotNotices(
  tx: Tx,
  slots: readonly { id: string; bookableUntil: Date | null }[],
): Promise<void> {
  if (slots.length === 0) return;
  await sql`
    update availability set bookable_until = changed.bookable_until
    from unnest(${slots.map(({ id }) => id)}::uuid[], ${slots.map(({ bookableUntil }) => bookableUntil)}::timestamptz[])
      changed (id, bookable_until)
    where availability.id = changed.id`.execute(tx);
}

/** As arrays, because a statement takes at most 65,535 parameters. */
export async function insertPlannedSlots(
  tx: Tx,
  slots: readonly (PlannedSlot & { interviewerId: string })[],
  now: Date,
): Promise<void> {
  if (slots.length === 0) return;
  await sql`
    insert into availability (id, interviewer_id, rule_id, starts_at, ends_at, bookable_until, created_at)
    select planned.*, ${now}::timestamptz from unnest(
      ${slots.map(() => newId())}::uuid[], ${slots.map(({ interviewerId }) => interviewerId)}::uuid[],
      ${slots.map(({ ruleId }) => ruleId)}::uuid[], ${slots.map(({ startsAt }) => startsAt)}::timestamptz[],
      ${slots.map(({ endsAt }) => endsAt)}::timestamptz[],
      ${slots.map(({ bookableUntil }) => bookableUntil)}::timestamptz[]) planned`.execute(tx);
}

/**
 * Interviewers who may offer slots and whose plan is due, the longest overdue first. Read by the index on the time: as plain
 * joins, the planner would read all weekly rules, and in the order of their interviewers all people.
 */
export async function selectInterviewersDue(database: Database, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ interviewerId: string }>`
    select generation.interviewer_id from weekly_generation generation cross join lateral (
      select role, blocked_at from users where id = generation.interviewer_id offset 0) person
    where generation.due_at <= ${now} and person.role = 'interviewer' and person.blocked_at is null
    order by generation.due_at limit ${limit}`.execute(database);
  return rows.map(({ interviewerId }) => interviewerId);
}

/**
 * Schedules each next plan: at `latest`, or earlier if the notice of an open slot runs out before. Null for an
 * interviewer without weekly hours, who needs none.
 */
export async function setNextGenerations(
  tx: Tx,
  plans: readonly { interviewerId: string; latest: Date | null }[],
  now: Date,
): Promise<void> {
  const next = plans.filter(({ latest }) => latest !== null);
  const none = plans.filter(({ latest }) => latest === null).map(({ interviewerId }) => interviewerId);
  if (none.length > 0) await tx.deleteFrom("weeklyGeneration").where("interviewerId", "in", none).execute();
  await sql`
    insert into weekly_generation (interviewer_id, due_at)
    select plan.interviewer_id, least(plan.latest, (
      select min(bookable_until) from availability slot
        where slot.interviewer_id = plan.interviewer_id and slot.status = 'available'
          and slot.rule_id is not null and slot.starts_at > ${now} and slot.bookable_until > ${now}))
    from unnest(${next.map(({ interviewerId }) => interviewerId)}::uuid[],
      ${next.map(({ latest }) => latest)}::timestamptz[]) plan (interviewer_id, latest)
    on conflict (interviewer_id) do update set due_at = excluded.due_at`.execute(tx);
}

/**
 * Marks the plan of a slot's interviewer as due: after a slot came or went, a rule may want another time of that
 * day.
 */
export async function setGenerationDueForSlot(database: Database | Tx, slotId: string): Promise<void> {
  await sql`
    update weekly_generation set due_at = 'epoch'
    where interviewer_id = (select interviewer_id from availability where id = ${slotId})`.execute(database);
}
