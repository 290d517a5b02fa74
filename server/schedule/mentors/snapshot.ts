import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { timeZoneOffset } from "@greenroom/contract/kernel/time-zones.ts";
import { sql } from "kysely";
import type { Database } from "../../kernel/db/database.ts";
import type { Deps } from "../../kernel/deps.ts";
import { selectListedMentors } from "../../people/interviewers/listed-mentors.ts";
import { isBookable } from "../availability/open-slots.ts";
import type { Candidate } from "./fit.ts";
import {
  halfHours,
  readFreeHalfHours,
  type SuitingHalfHours,
  timesByHalfHour,
  timesOfAll,
} from "./free-times.ts";
import {
  createSearchable,
  type ListedMentor,
  type SearchQuery,
  type SearchResult,
  searchMentors,
} from "./search.ts";

/* What filters and orders look at, of all listed mentors, in memory. What a page shows of a mentor is read anew. */

/** All listed mentors at one moment. */
export interface Snapshot {
  slugs: readonly string[];
  search(timeZone: string, query: SearchQuery): SearchResult;
  /** The half hours in a zone with one of these bits. */
  findHalfHours(timeZone: string, times: number): SuitingHalfHours;
}

/** A snapshot is this old at most when it is used, in seconds; then the next one is awaited. */
const maxAgeSeconds = 120;
/** From this age on, the next one is read while this one is used. */
const refreshSeconds = 30;
/** Limit the memory: visitors can name any zone and any filters. Few zones have an offset of their own. */
const maxOffsets = 64;
const maxSearches = 64;

interface Reading {
  started: Date;
  done: Promise<Snapshot>;
}
/** The newest reading, and the one to use until it is done; for each server (connection pool). */
const readings = new WeakMap<object, { current: Reading; previous: Reading | null }>();

/** A clock that was set back makes every reading old. */
const ageOf = ({ started }: Reading, now: Date) => Math.abs(now.getTime() - started.getTime()) / 1000;

/** All listed mentors, at most two minutes ago. */
export async function readSnapshot(deps: Deps): Promise<Snapshot> {
  const now = deps.clock.now();
  const known = readings.get(deps.pool);
  if (known !== undefined && ageOf(known.current, now) < refreshSeconds)
    return await (known.previous ?? known.current).done;
  const current: Reading = { started: now, done: deps.lagging.read((database) => load(database, now)) };
  const isUsable = known !== undefined && ageOf(known.current, now) < maxAgeSeconds;
  const entry = { current, previous: isUsable ? known.current : null };
  readings.set(deps.pool, entry);
  current.done.then(
    () => {
      entry.previous = null;
    },
    // The next visitor tries again.
    () => readings.delete(deps.pool),
  );
  return await (entry.previous ?? current).done;
}

/** Call this after a change that somebody expects to see at once on this server. */
export function clearSnapshot({ pool }: Pick<Deps, "pool">): void {
  readings.delete(pool);
}

interface Row extends Omit<Candidate, "roles" | "levels" | "topics" | "languages" | "times"> {
  userId: string;
  slug: string;
  /** Keys with commas between them, which are parsed ten times as fast as arrays. */
  roles: string;
  levels: string;
  topics: string;
  languages: string;
  soonest: Date | null;
  free: string | null;
}

async function load(database: Database, now: Date): Promise<Snapshot> {
  const halfHour = 30 * 60_000;
  const start = new Date(Math.floor(now.getTime() / halfHour) * halfHour);
  const end = addMinutes(start, halfHours * 30);
  const free = database
    .selectFrom("availability as slot")
    .select([
      "slot.interviewerId",
      sql<Date>`min(slot.starts_at)`.as("soonest"),
      sql<string>`bit_or(('1'::bit(${sql.raw(String(halfHours))}))
        >> (extract(epoch from slot.starts_at - ${start}::timestamptz)::int / 1800))::text`.as("free"),
    ])
    .where(isBookable(now))
    .where("slot.startsAt", ">", now)
    .where("slot.startsAt", "<", end)
    .groupBy("slot.interviewerId");
  const rows: Row[] = await selectListedMentors(database)
    .leftJoin("mentorNumbers as numbers", "numbers.userId", "profile.userId")
    .leftJoin(free.as("free"), "free.interviewerId", "profile.userId")
    .select([
      "profile.userId",
      sql<string>`profile.slug`.as("slug"),
      sql<string>`array_to_string(profile.roles, ',')`.as("roles"),
      sql<string>`array_to_string(profile.levels, ',')`.as("levels"),
      sql<string>`array_to_string(profile.topic_keys, ',')`.as("topics"),
      sql<string>`array_to_string(profile.languages, ',')`.as("languages"),
      sql<number>`coalesce(numbers.ratings, 0)`.as("ratings"),
      "numbers.rating",
      "free.soonest",
      "free.free",
    ])
    .orderBy("profile.userId")
    .execute();
  return createSnapshot(start, end, rows);
}

function createSnapshot(start: Date, end: Date, rows: readonly Row[]): Snapshot {
  const split = <Key>(text: string) => (text === "" ? [] : text.split(",")) as Key[];
  const free = readFreeHalfHours(rows.map((row) => row.free ?? ""));
  const mentors = rows.map(
    (row): ListedMentor => ({
      userId: row.userId,
      slug: row.slug,
      roles: split<Candidate["roles"][number]>(row.roles),
      levels: split<Candidate["levels"][number]>(row.levels),
      topics: split<Candidate["topics"][number]>(row.topics),
      languages: split<Candidate["languages"][number]>(row.languages),
      ratings: row.ratings,
      rating: row.rating,
      soonest: row.soonest?.getTime() ?? Number.POSITIVE_INFINITY,
      times: 0,
    }),
  );
  /** The times are those of the search that runs: a search waits for nothing. */
  const searchable = createSearchable(mentors);
  const byOffset = new Map<string, { byHalfHour: number[]; ofMentors: Int32Array }>();
  const searches = new Map<string, SearchResult>();
  let shown = "";
  /** Free times in a zone, of which only the offset counts. */
  function timesIn(timeZone: string) {
    const [first, last] = [start, end].map((instant) => timeZoneOffset(instant, timeZone));
    // A change of the clocks within these two weeks is the zone's own.
    const offset = first === last ? `${first}` : timeZone;
    let times = byOffset.get(offset);
    if (times === undefined) {
      if (byOffset.size >= maxOffsets) byOffset.clear();
      const byHalfHour = timesByHalfHour(start, timeZone);
      times = { byHalfHour, ofMentors: timesOfAll(free, byHalfHour) };
      byOffset.set(offset, times);
    }
    return { offset, ...times };
  }
  return {
    slugs: rows.map(({ slug }) => slug),
    search(timeZone, query) {
      const { offset, ofMentors } = timesIn(timeZone);
      const key = JSON.stringify([offset, query]);
      const known = searches.get(key);
      if (known !== undefined) return known;
      if (searches.size >= maxSearches) searches.clear();
      if (offset !== shown) {
        for (const [index, mentor] of mentors.entries()) mentor.times = ofMentors[index] ?? 0;
        searchable.bits.times = ofMentors;
        shown = offset;
      }
      const result = searchMentors(searchable, query);
      searches.set(key, result);
      return result;
    },
    findHalfHours(timeZone, times) {
      const marks = timesIn(timeZone).byHalfHour.map((bit) => ((bit & times) === 0 ? "0" : "1"));
      return { start, end, marks: marks.join("") };
    },
  };
}
