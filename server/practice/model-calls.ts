import { sql } from "kysely";
import { dayOf } from "../kernel/days.ts";
import type { Waiting, WaitingFilter } from "../kernel/db/read-lists.ts";
import type { Deps } from "../kernel/deps.ts";
import type { TextModel } from "../vendors/ai/port.ts";

type CallDeps = Pick<Deps, "database" | "clock" | "config">;

/** Why practice goes on without its model: an owner switched it off, or the day's calls are used up. */
export type ModelPause = "off" | "limit";

export class ModelPaused extends Error {
  readonly why: ModelPause;

  constructor(why: ModelPause) {
    super(why === "off" ? "the model is switched off for practice" : "the day's calls are used up");
    this.name = "ModelPaused";
    this.why = why;
  }
}

/**
 * The model as one person's practice may use it: each call counts toward the limits of the day, and rejects with
 * `ModelPaused` once one of them is reached, or while the switch at the desk is off.
 */
export function practiceModel(deps: CallDeps, model: TextModel, userId: string): TextModel {
  return {
    ...model,
    async complete(request, signal) {
      await claimCall(deps, userId);
      return await model.complete(request, signal);
    },
  };
}

async function claimCall(deps: CallDeps, userId: string): Promise<void> {
  if (!(await isSwitchedOn(deps))) throw new ModelPaused("off");
  const { perPerson, perDay } = deps.config.practiceCalls;
  const {
    rows: [claim],
  } = await sql<{ isGranted: boolean }>`
    select claim_practice_call(${userId}, ${today(deps)}::date, ${deps.clock.now()}, ${perPerson}, ${perDay}) as is_granted
  `.execute(deps.database);
  if (!claim?.isGranted) throw new ModelPaused("limit");
}

/** Why a call for this person would be refused now; null if it would not. */
export async function findPause(deps: CallDeps, userId: string): Promise<ModelPause | null> {
  if (!(await isSwitchedOn(deps))) return "off";
  const { perPerson, perDay } = deps.config.practiceCalls;
  const isUsedUp = (await countCalls(deps, userId)) >= perPerson || (await countCalls(deps, null)) >= perDay;
  return isUsedUp ? "limit" : null;
}

/** The switch at the desk. It is on unless an owner has switched it off. */
export async function isSwitchedOn({ database }: Pick<Deps, "database">): Promise<boolean> {
  const newest = await database
    .selectFrom("siteTexts")
    .select("value")
    .where("key", "=", "practice-model")
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();
  const value = newest?.value as { isOn?: boolean } | null | undefined;
  return value?.isOn ?? true;
}

/** The calls of today, of one person or of all together. */
async function countCalls(deps: CallDeps, userId: string | null): Promise<number> {
  const row = await deps.database
    .selectFrom("practiceModelCalls")
    .select("calls")
    .where("userId", userId === null ? "is" : "=", userId)
    .where("day", "=", today(deps))
    .executeTakeFirst();
  return row?.calls ?? 0;
}

/** The switch and the calls of today, for the desk; null without a model. */
export async function readPracticeModel(
  deps: CallDeps,
): Promise<{ isOn: boolean; calls: number; limit: number } | null> {
  if (deps.config.ai === null) return null;
  const [isOn, calls] = [await isSwitchedOn(deps), await countCalls(deps, null)];
  return { isOn, calls, limit: deps.config.practiceCalls.perDay };
}

function today({ clock, config }: CallDeps): string {
  return dayOf(clock.now(), config.business.timeZone);
}

/** Today, once all of its calls are used up, since the last one. */
export async function listUsedUpDay(deps: CallDeps, { limit, matches }: WaitingFilter): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select day::text as subject, last_at as since from practice_model_calls
    where user_id is null and day = ${today(deps)}::date and calls >= ${deps.config.practiceCalls.perDay}
      and ${matches(sql`day::text`, sql`last_at`)}
    limit ${limit}`.execute(deps.database);
  return rows;
}

/** Deletes the counts of the days before today. */
export async function purgeModelCalls(deps: CallDeps): Promise<void> {
  await deps.database.deleteFrom("practiceModelCalls").where("day", "<", today(deps)).execute();
}
