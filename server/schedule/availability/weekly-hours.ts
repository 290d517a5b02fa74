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
import { releaseHoldsOf } from "../holds/holds.ts";
import { offerNewSlots } from "../holds/offers.ts";
import { clearSlotCache } from "./open-slots.ts";
import { calendarDayAt, listRuleOccurrences, type PlannedSlot, planSlots } from "./plan-slots.ts";
import { selectTimeOff } from "./time-off-store.ts";

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
    if (!(await deleteRule(deps, tx, id, actor.userId, now))) throw notFoundError();
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
    await releaseHoldsOutside(deps, tx, actor, id, now);
    const change = await generateSlots(tx, actor.userId, now);
    await offerNewSlots(deps, tx, { interviewerId: actor.userId, createdAt: now });
    const rules = await listWeeklyRules(tx, actor, now);
    return { ...change, rule: rules.find(({ _id }) => _id === id) as WeeklyRule };
  });
  clearSlotCache(deps);
  return saved;
}

/** Ends the holds on slots that a changed rule no longer offers: they would otherwise be offered again afterwards. */
async function releaseHoldsOutside(
  deps: Pick<Deps, "jobs">,
  tx: Tx,
  actor: Actor,
  ruleId: string,
  now: Date,
): Promise<void> {
  const rule = (await selectRules(tx, [actor.userId])).find(({ id }) => id === ruleId);
  if (rule === undefined) return;
  const bookable = addMinutes(now, 60 * rule.minimumNoticeHours);
  const offered = listRuleOccurrences(rule, now)
    .map(({ startsAt }) => startsAt)
    .filter((startsAt) => startsAt > bookable);
  const isOutside = sql`rule_id = ${ruleId} and starts_at <> all(${offered}::timestamptz[])`;
  await releaseHoldsOf(deps, tx, actor.userId, isOutside);
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
    const plan = planSlots({
      rules: rules.filter(isOwn),
      slots: slots.filter(isOwn),
      timeOff: timeOff.filter(isOwn),
      now,
    });
    return { interviewerId, plan };
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
  return { added: added.length, removed: removed.length };
}

/** Interviewers per transaction. Nobody can book or change their slots meanwhile, so it must not take long. */
const batchSize = 20;

/** Regenerates, every hour, the slots of all interviewers with weekly hours, some in each transaction. */
export async function generateWeeklySlots(deps: Deps): Promise<SlotChange> {
  const now = deps.clock.now();
  const total: SlotChange = { added: 0, removed: 0 };
  const rows = await deps.database
    .selectFrom("users")
    .select("id")
    .where("role", "=", "interviewer")
    .where("blockedAt", "is", null)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom("weeklyRules").whereRef("weeklyRules.interviewerId", "=", "users.id")),
    )
    .execute();
  for (let first = 0; first < rows.length; first += batchSize) {
    const batch = rows.slice(first, first + batchSize).map(({ id }) => id);
    const change = await inTransaction(deps.database, async (tx) => {
      await lockSubjects(tx, batch);
      return generateSlotsOf(tx, batch, now);
    });
    total.added += change.added;
    total.removed += change.removed;
  }
  if (total.added + total.removed > 0) clearSlotCache(deps);
  return total;
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
 * Deletes a rule with its free slots and unlinks the other slots. A slot that is booked or held by a proposal is removed
 * when it is released. Returns false if this interviewer has no such rule.
 */
async function deleteRule(
  deps: Pick<Deps, "jobs">,
  tx: Tx,
  id: string,
  interviewerId: string,
  now: Date,
): Promise<boolean> {
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
  await releaseHoldsOf(deps, tx, interviewerId, sql`rule_id = ${id}`);
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
