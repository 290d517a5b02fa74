import {
  type MentorFilterName,
  type MentorFilters,
  type MentorSort,
  mentorFilterNames,
  mentorFilterValues,
} from "@greenroom/contract/schedule/mentor-filters.ts";
import { type Candidate, isNewcomer, rankByFit, shrunkRating, type Wish } from "./fit.ts";
import { anyTime, timesOf } from "./free-times.ts";

/* Filters, their counts and orders: pure functions of all listed mentors. */

export interface ListedMentor extends Candidate {
  userId: string;
  slug: string;
  /** The next free time within two weeks, in milliseconds; infinite without one. */
  soonest: number;
  bits: FieldBits;
}

export interface SearchQuery {
  filters: MentorFilters;
  sort: MentorSort;
  wish: Wish;
  /** The person and the day, for the share of new mentors. */
  draw: string;
}

export interface SearchResult {
  /** In order; if nobody matched, those who match without the dropped filters. */
  mentors: readonly ListedMentor[];
  total: number;
  dropped: MentorFilterName[];
  alternatives: { without: MentorFilterName; total: number }[];
  counts: Record<MentorFilterName, Record<string, number>>;
}

export function searchMentors(all: readonly ListedMentor[], query: SearchQuery): SearchResult {
  const { filters } = query;
  const matching = all.filter(matches(filters));
  const counts = countValues(all, filters);
  if (matching.length > 0 || all.length === 0)
    return {
      mentors: sortMentors(matching, query),
      total: matching.length,
      dropped: [],
      alternatives: [],
      counts,
    };
  const alternatives = mentorFilterNames
    .filter((name) => filters[name] !== undefined)
    .map((without) => ({ without, total: all.filter(matches({ ...filters, [without]: undefined })).length }))
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total);
  const dropped = alternatives[0] === undefined ? dropUntilFound(all, filters) : [alternatives[0].without];
  const left = { ...filters, ...Object.fromEntries(dropped.map((name) => [name, undefined])) };
  const nearest = sortMentors(all.filter(matches(left)), query);
  return { mentors: nearest, total: 0, dropped, alternatives, counts };
}

/** Which filters people give up first, when leaving out one alone finds nobody. */
const dropOrder: readonly MentorFilterName[] = [
  "part",
  "day",
  "rating",
  "language",
  "topic",
  "level",
  "role",
];

function dropUntilFound(all: readonly ListedMentor[], filters: MentorFilters): MentorFilterName[] {
  const dropped: MentorFilterName[] = [];
  const left = { ...filters };
  for (const name of dropOrder) {
    if (left[name] === undefined) continue;
    left[name] = undefined;
    dropped.push(name);
    if (all.some(matches(left))) break;
  }
  return dropped;
}

/* Each mentor's values of a filter are bits of a number, in the order of `mentorFilterValues`: ten thousand mentors are
   counted in some milliseconds. Day and part are one field, because a free time must be in both. */

type Field = "role" | "level" | "topic" | "language" | "times" | "rating";
export type FieldBits = Record<Field, number>;

const fieldOf: Record<MentorFilterName, Field> = {
  role: "role",
  level: "level",
  topic: "topic",
  language: "language",
  day: "times",
  part: "times",
  rating: "rating",
};

function bitsOf(all: readonly string[], values: readonly string[]): number {
  let bits = 0;
  for (const value of values) bits |= 1 << all.indexOf(value);
  return bits;
}

/** What filters look at. A rating counts for the filter once it is shown. */
export function createFieldBits(mentor: Candidate): FieldBits {
  const { role, level, topic, language, rating } = mentorFilterValues;
  const shown = isNewcomer(mentor) ? 0 : (mentor.rating ?? 0);
  return {
    role: bitsOf(role, mentor.roles),
    level: bitsOf(level, mentor.levels),
    topic: bitsOf(topic, mentor.topics),
    language: bitsOf(language, mentor.languages),
    times: mentor.times & anyTime,
    rating: bitsOf(
      rating,
      rating.filter((floor) => shown >= Number(floor)),
    ),
  };
}

/** The bits of the given values of the filters; a mentor needs one of them. */
function maskOf(name: MentorFilterName, filters: MentorFilters): number {
  const { day, part } = filters;
  if (name === "day" || name === "part") return timesOf({ day, part });
  return bitsOf(mentorFilterValues[name], [filters[name] ?? ""]);
}

interface Test {
  field: Field;
  mask: number;
}

function testsOf(filters: MentorFilters): Test[] {
  const set = mentorFilterNames.filter((name) => filters[name] !== undefined);
  const tests = set.map((name) => ({ field: fieldOf[name], mask: maskOf(name, filters) }));
  // Day and part have the same test.
  return tests.filter(({ field }, index) => tests.findIndex((other) => other.field === field) === index);
}

function matches(filters: MentorFilters): (mentor: ListedMentor) => boolean {
  const tests = testsOf(filters);
  return ({ bits }) => {
    for (const { field, mask } of tests) if ((bits[field] & mask) === 0) return false;
    return true;
  };
}

/** For each value of each filter, how many mentors match it together with the other filters. */
function countValues(all: readonly ListedMentor[], filters: MentorFilters): SearchResult["counts"] {
  const tests = testsOf(filters);
  const options = mentorFilterNames.map((name) => {
    const field = fieldOf[name];
    const masks = mentorFilterValues[name].map((value) => maskOf(name, { ...filters, [name]: value }));
    return { name, field, masks, counts: new Int32Array(masks.length) };
  });
  for (const { bits } of all) {
    let failed: Field | null = null;
    let failures = 0;
    for (const { field, mask } of tests)
      if ((bits[field] & mask) === 0) {
        failed = field;
        failures += 1;
      }
    if (failures > 1) continue;
    for (const { field, masks, counts } of options) {
      if (failures === 1 && field !== failed) continue;
      for (let at = 0; at < masks.length; at++)
        if ((bits[field] & (masks[at] ?? 0)) !== 0) counts[at] = (counts[at] ?? 0) + 1;
    }
  }
  return Object.fromEntries(
    options.map(({ name, counts }) => [
      name,
      Object.fromEntries(mentorFilterValues[name].map((value, index) => [value, counts[index] ?? 0])),
    ]),
  ) as SearchResult["counts"];
}

function sortMentors(mentors: readonly ListedMentor[], { sort, wish, draw }: SearchQuery): ListedMentor[] {
  if (sort === "soonest") return [...mentors].sort((a, b) => compare(a.soonest, b.soonest));
  if (sort === "rating") return [...mentors].sort((a, b) => shownRating(b) - shownRating(a));
  return rankByFit(wish, mentors, draw);
}

/** Those whose average is not shown come last. */
function shownRating(mentor: ListedMentor): number {
  return isNewcomer(mentor) ? 0 : shrunkRating(mentor);
}

/** Infinity is equal to itself, which a difference would not say. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
