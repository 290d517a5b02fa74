import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { WeeklyRule, WeeklyRuleFields } from "@greenroom/contract/schedule/weekly-availability.ts";
import { sql } from "kysely";
import type { Actor } from "../../kernel/actor.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { inTransaction, lockSubjects } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, conflict, invalidField } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { lockAccount } from "../../people/accounts/account.ts";
import { clearSlotCache } from "./open-slots.ts";
import { calendarDayAt, type PlannedSlot, planSlots, startOfNextDay } from "./plan-slots.ts";
import { removeSlotsInTimeOff, selectTimeOff } from "./time-off-store.ts";

/** An interviewer's weekly rules, oldest first, each with its number of future slots. */
export async function listWeeklyRules(
  database: Database | Tx,
  { userId: interviewerId }: Pick<Actor, "userId">,
  now: Date,
): Promise<WeeklyRule[]> {
  const rules = await selectRules(database, [interviewerId]);
  const counts = await database
    .selectFrom("availability")
    .select(({ fn }) => [
      "ruleId",
      fn.countAll<number>().filterWhere("status", "=", "available").as("openSlots"),
      fn.countAll<number>().filterWhere("status", "=", "booked").as("bookedSlots"),
    ])
    .where("interviewerId", "=", interviewerId)
    .where("ruleId", "is not", null)
    .where("startsAt", ">", now)
    .groupBy("ruleId")
    .execute();
  return rules.map(({ id, interviewerId: _, createdAt, updatedAt, ...rule }) => {
    const { openSlots = 0, bookedSlots = 0 } = counts.find(({ ruleId }) => ruleId === id) ?? {};
    return { _id: id, ...rule, openSlots, bookedSlots };
  });
}

type SavedRule = SlotChange & { rule: WeeklyRule };

const notFoundError = () => new AppError("not_found", { msg: "These weekly hours do not exist." });

/** More rules would be hard to keep track of. */
const maxRules = 10;

/**
 * Adds a weekly rule and generates its slots. Throws `invalid_input` if it is already over, `conflict` beyond ten
 * rules.
 */
export async function addWeeklyRule(deps: Deps, actor: Actor, fields: WeeklyRuleFields): Promise<SavedRule> {
  const id = newId();
  return saveRule(deps, actor, id, async (tx, now) => {
    const { endsOn, timeZone } = fields;
    if (endsOn !== null && endsOn < calendarDayAt(now, timeZone).toString())
      throw invalidField("endsOn", "The last day has passed already.");
    if ((await selectRules(tx, [actor.userId])).length >= maxRules)
      throw conflict(
        `You can have at most ${maxRules} sets of weekly hours. Change or delete one of them first.`,
      );
    await tx
      .insertInto("weeklyRules")
      .values({ id, interviewerId: actor.userId, ...toColumns(fields), createdAt: now, updatedAt: now })
      .execute();
  });
}

/** Changes a weekly rule. Free slots are replaced, booked ones stay. Throws `not_found`, `invalid_input`. */
export async function changeWeeklyRule(
  deps: Deps,
  actor: Actor,
  id: string,
  fields: WeeklyRuleFields,
): Promise<SavedRule> {
  return saveRule(deps, actor, id, async (tx, now) => {
    const { numUpdatedRows } = await tx
      .updateTable("weeklyRules")
      .set({ ...toColumns(fields), updatedAt: now })
      .where("id", "=", id)
      .where("interviewerId", "=", actor.userId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw notFoundError();
  });
}

/** Deletes a weekly rule with its free slots; booked ones stay. Throws `not_found`. */
export async function deleteWeeklyRule(deps: Deps, actor: Actor, id: string): Promise<{ msg: string }> {
  await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, actor.userId);
    const now = deps.clock.now();
    if (!(await deleteRule(tx, id, actor.userId, now))) throw notFoundError();
    // Times that this rule occupied may now be free for another rule.
    await generateSlots(tx, actor.userId, now);
  });
  clearSlotCache(deps);
  return { msg: "The weekly hours and their open slots were deleted. Booked interviews are not affected." };
}

async function saveRule(
  deps: Deps,
  actor: Actor,
  id: string,
  write: (tx: Tx, now: Date) => Promise<void>,
): Promise<SavedRule> {
  const saved = await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, actor.userId);
    const now = deps.clock.now();
    await write(tx, now);
    const change = await generateSlots(tx, actor.userId, now);
    const rules = await listWeeklyRules(tx, actor, now);
    return { ...change, rule: rules.find(({ _id }) => _id === id) as WeeklyRule };
  });
  clearSlotCache(deps);
  return saved;
}

export interface SlotChange {
  added: number;
  removed: number;
}

/** Slots that began up to this long ago still count toward their day in any zone; in minutes. */
const lookBackMinutes = 36 * 60;

/** Brings an interviewer's calendar in line with their rules, eight weeks ahead. The caller holds their lock. */
export function generateSlots(tx: Tx, interviewerId: string, now: Date): Promise<SlotChange> {
  return generateSlotsOf(tx, [interviewerId], now);
}

/** Does the same for several interviewers, with as many queries as for one. */
async function generateSlotsOf(tx: Tx, interviewerIds: readonly string[], now: Date): Promise<SlotChange> {
  const rules = await selectRules(tx, interviewerIds);
  const slots = await selectExistingSlots(tx, interviewerIds, addMinutes(now, -lookBackMinutes));
  const timeOff = await selectTimeOff(tx, interviewerIds, now);
  const plans = interviewerIds.map((interviewerId) => {
    const isOwn = (row: { interviewerId: string }) => row.interviewerId === interviewerId;
    const own = rules.filter(isOwn);
    const plan = planSlots({ rules: own, slots: slots.filter(isOwn), timeOff: timeOff.filter(isOwn), now });
    return { interviewerId, latest: nextDayOf(own, now), plan };
  });
  const removed = plans.flatMap(({ plan }) => plan.remove);
  const added = plans.flatMap(({ interviewerId, plan }) =>
    plan.add.map((slot) => ({ interviewerId, ...slot })),
  );
  // Unlinked from their rule, so that it may generate them again.
  if (removed.length > 0)
    await sql`
      update availability set status = 'removed', rule_id = null
      where id = any(${removed}::uuid[]) and status = 'available'`.execute(tx);
  const changed = plans.flatMap(({ plan }) => plan.updateNotice);
  await updateSlotNotices(tx, changed);
  await insertPlannedSlots(tx, added, now);
  await setNextGenerations(tx, plans, now);
  return { added: added.length, removed: removed.length };
}

/** Interviewers per transaction. Nobody can book or change their slots meanwhile, so it must not take long. */
const batchSize = 20;
/** Interviewers who are looked up at once. Those who are blocked stay due and are passed again each time. */
const dueAtOnce = 500;

/** Regenerates, every hour, the slots of all interviewers whose plan is due, some in each transaction. */
export async function generateWeeklySlots(deps: Deps): Promise<SlotChange> {
  const now = deps.clock.now();
  const total: SlotChange = { added: 0, removed: await removeSlotsInTimeOff(deps.database, now) };
  for (;;) {
    // Read by the index on the time: as plain joins, the planner would read all weekly rules, and in the order of their
    // interviewers all people.
    const { rows } = await sql<{ interviewerId: string }>`
      select generation.interviewer_id from weekly_generation generation cross join lateral (
        select role, blocked_at from users where id = generation.interviewer_id offset 0) person
      where generation.due_at <= ${now} and person.role = 'interviewer' and person.blocked_at is null
      order by generation.due_at limit ${dueAtOnce}`.execute(deps.database);
    const due = rows.map(({ interviewerId }) => interviewerId);
    for (let first = 0; first < due.length; first += batchSize) {
      const batch = due.slice(first, first + batchSize);
      const change = await inTransaction(deps.database, async (tx) => {
        await lockSubjects(tx, batch);
        return generateSlotsOf(tx, batch, now);
      });
      total.added += change.added;
      total.removed += change.removed;
    }
    if (due.length < dueAtOnce) break;
  }
  if (total.added + total.removed > 0) clearSlotCache(deps);
  return total;
}

/**
 * The next instant at which the plan may change without anyone's action: the end of a day in a rule's zone. Null without
 * rules.
 */
function nextDayOf(rules: readonly { timeZone: string }[], now: Date): Date | null {
  if (rules.length === 0) return null;
  const zones = new Set(rules.map(({ timeZone }) => timeZone));
  const midnights = [...zones].map((zone) => startOfNextDay(now, zone).getTime());
  return new Date(Math.min(addMinutes(now, 24 * 60).getTime(), ...midnights));
}

/** Oldest first, because a time that two rules want goes to the older one. */
function selectRules(database: Database | Tx, interviewerIds: readonly string[]) {
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

/**
 * Deletes a rule with its free slots and unlinks the other slots. A slot that is booked or held is removed when it is
 * released. Returns false if this interviewer has no such rule.
 */
async function deleteRule(tx: Tx, id: string, interviewerId: string, now: Date): Promise<boolean> {
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

/** Live slots from an instant on, and times that their interviewer refused. */
function selectExistingSlots(tx: Tx, interviewerIds: readonly string[], from: Date) {
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

async function updateSlotNotices(
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
async function insertPlannedSlots(
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
 * Schedules each next plan: at `latest`, or earlier if the notice of an open slot runs out before. Null for an
 * interviewer without weekly hours, who needs none.
 */
async function setNextGenerations(
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
