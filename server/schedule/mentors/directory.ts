import { addMinutes, slotHorizonDays } from "@greenroom/contract/kernel/time.ts";
import {
  defaultMentorRows,
  type MentorFilters,
  maxMentorSlots,
  mentorFilterNames,
} from "@greenroom/contract/schedule/mentor-filters.ts";
import type {
  MentorCard,
  MentorList,
  MentorPage,
  MentorQuery,
  MentorSlot,
} from "@greenroom/contract/schedule/mentors.ts";
import { sql } from "kysely";
import type { Actor } from "../../kernel/actor.ts";
import { dayOf } from "../../kernel/days.ts";
import type { Database } from "../../kernel/db/database.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import {
  presentMentor,
  publicColumns,
  selectListedMentors,
} from "../../people/interviewers/listed-mentors.ts";
import { isBookable } from "../availability/open-slots.ts";
import { explainFit, type Wish } from "./fit.ts";
import { type SuitingHalfHours, timesOf } from "./free-times.ts";
import { presentNumbers } from "./numbers.ts";
import { readSnapshot } from "./snapshot.ts";
import { findWish } from "./wish.ts";

/** A card shows so many free times. */
const slotsOfCard = 3;

/**
 * The mentors for a query. For a signed-in interviewee the order follows their goal and their weakest area, too; what
 * the filters name comes first.
 */
export async function listMentors(deps: Deps, actor: Actor | null, query: MentorQuery): Promise<MentorList> {
  const { sort = "fit", limit = defaultMentorRows } = query;
  const timeZone = query.tz ?? deps.config.business.timeZone;
  const filters: MentorFilters = Object.fromEntries(mentorFilterNames.map((name) => [name, query[name]]));
  const now = deps.clock.now();
  const person = actor?.role === "interviewee" ? actor.userId : null;
  const wish = addFilters(person === null ? nothing : await findWish(deps, person, timeZone), filters);
  const draw = `${dayOf(now, deps.config.business.timeZone)} ${person ?? JSON.stringify(filters)}`;
  const snapshot = await readSnapshot(deps);
  const found = snapshot.search(timeZone, { filters, sort, wish, draw });
  // A page that is no longer there, because mentors have left the list, would be empty.
  const after = query.after !== undefined && query.after < found.mentors.length ? query.after : 0;
  const shown = found.mentors.slice(after, after + limit);
  const { day, part } = filters;
  const isDropped = found.dropped.some((name) => name === "day" || name === "part");
  const isForTimes = day !== undefined || part !== undefined;
  const suiting = isForTimes && !isDropped ? snapshot.findHalfHours(timeZone, timesOf({ day, part })) : null;
  return {
    mentors: await readCards(
      deps,
      shown.map(({ userId }) => userId),
      { now, suiting, wish },
    ),
    total: found.total,
    dropped: found.dropped,
    alternatives: found.alternatives,
    counts: found.counts,
    next: after + limit < found.mentors.length ? String(after + limit) : null,
  };
}

const nothing: Wish = { role: null, level: null, topics: [], weakTopic: null, language: null, times: 0 };

/** What a visitor's filters say stands before what an earlier goal says. */
function addFilters(wish: Wish, { role, level, topic, language, day, part }: MentorFilters): Wish {
  return {
    role: role ?? wish.role,
    level: level ?? wish.level,
    topics: topic === undefined ? wish.topics : [topic, ...wish.topics.filter((other) => other !== topic)],
    weakTopic: wish.weakTopic,
    language: language ?? wish.language,
    times: day === undefined && part === undefined ? wish.times : timesOf({ day, part }),
  };
}

interface CardOptions {
  now: Date;
  /** Which free times to show; null for all. */
  suiting: SuitingHalfHours | null;
  wish: Wish;
}

/** The cards of these mentors, in this order. Who is no longer listed is left out. */
async function readCards(
  deps: Deps,
  userIds: string[],
  { now, suiting, wish }: CardOptions,
): Promise<MentorCard[]> {
  const { database } = deps;
  if (userIds.length === 0) return [];
  const [mentors, slots] = await Promise.all([
    selectPublicMentors(deps).where("profile.userId", "in", userIds).execute(),
    readNextSlots(database, userIds, { now, suiting }),
  ]);
  return userIds.flatMap((userId) => {
    const row = mentors.find((mentor) => mentor.userId === userId);
    if (row === undefined) return [];
    const { approach: _, ...mentor } = presentMentor(row);
    return {
      ...mentor,
      numbers: presentNumbers(row),
      slots: slots.filter((slot) => slot.interviewerId === userId).map(presentSlot),
      reasons: explainFit(wish, mentor),
    };
  });
}

/** The next free times of each of these mentors. */
async function readNextSlots(
  database: Database,
  userIds: readonly string[],
  { now, suiting }: Pick<CardOptions, "now" | "suiting">,
): Promise<{ id: string; interviewerId: string; startsAt: Date }[]> {
  const slots = database
    .selectFrom("availability as slot")
    .select(["slot.id", "slot.interviewerId", "slot.startsAt"])
    .where("slot.interviewerId", "=", sql<string>`mentor.id`)
    .where(isBookable(now))
    .where("slot.startsAt", ">", now)
    .where("slot.startsAt", "<", addMinutes(now, slotHorizonDays * 24 * 60))
    .orderBy("slot.startsAt")
    .$call((query) => (suiting === null ? query : query.where(suits(suiting))))
    .limit(slotsOfCard);
  const { rows } = await sql<{ id: string; interviewerId: string; startsAt: Date }>`
    select free.* from unnest(${userIds}::uuid[]) as mentor (id) cross join lateral (${slots}) free`.execute(
    database,
  );
  return rows;
}

/** Whether a slot is one of these half hours. */
function suits({ start, end, marks }: SuitingHalfHours) {
  return sql<boolean>`slot.starts_at < ${end}
    and substr(${marks}, extract(epoch from slot.starts_at - ${start}::timestamptz)::int / 1800 + 1, 1) = '1'`;
}

/** A listed mentor's page. Throws `not_found`, also for a mentor who is not listed or whose page is hidden. */
export async function getMentor(deps: Deps, slug: string, from?: Date): Promise<MentorPage> {
  const { database, clock } = deps;
  const now = clock.now();
  const row = await selectPublicMentors(deps)
    .where("profile.slug", "=", slug.toLowerCase())
    .executeTakeFirst();
  if (row === undefined) throw new AppError("not_found", { msg: "There is no such mentor." });
  const found = await database
    .selectFrom("availability as slot")
    .select(["slot.id", "slot.startsAt"])
    .where("slot.interviewerId", "=", row.userId)
    .where(isBookable(now))
    .where("slot.startsAt", ">", now)
    .where("slot.startsAt", ">=", from ?? now)
    .where("slot.startsAt", "<", addMinutes(now, slotHorizonDays * 24 * 60))
    .orderBy("slot.startsAt")
    .limit(maxMentorSlots + 1)
    .execute();
  return {
    mentor: presentMentor(row),
    numbers: presentNumbers(row),
    slots: found.slice(0, maxMentorSlots).map(presentSlot),
    next: found[maxMentorSlots]?.startsAt.toISOString() ?? null,
  };
}

/** Whom a search engine may list: the end of each mentor's address. */
export async function listSlugs(deps: Deps): Promise<readonly string[]> {
  const { slugs } = await readSnapshot(deps);
  return slugs;
}

/** What is public of a listed mentor, and nothing else. */
function selectPublicMentors({ database, config }: Pick<Deps, "database" | "config">) {
  return selectListedMentors(database)
    .leftJoin("mentorNumbers as numbers", "numbers.userId", "profile.userId")
    .select(["profile.userId", ...publicColumns(config.business.timeZone)])
    .select(["numbers.ratings", "numbers.rating", "numbers.interviews", "numbers.punctuality"])
    .select("numbers.feedbackMinutes");
}

function presentSlot({ id, startsAt }: { id: string; startsAt: Date }): MentorSlot {
  return { _id: id, slotTime: startsAt.toISOString() };
}
