import {
  type MentorFilterName,
  type MentorFilters,
  type MentorSort,
  mentorFilterNames,
  mentorFilterValues,
} from "@greenroom/contract/schedule/mentor-filters.ts";
import { type Candidate, isNewcomer, rankByFit, shrunkRating, type Wish } from "./fit.ts";
import { timesOf } from "./free-times.ts";

/* Filters, their counts and orders: pure functions of all listed mentors. */

export interface ListedMentor extends Candidate {
  userId: string;
  slug: string;
  /** The next free time within two weeks, in milliseconds; infinite without one. */
  soonest: number;
}

/** All listed mentors, prepared for every search. */
export interface Searchable {
  mentors: readonly ListedMentor[];
  /** What filters look at, of each mentor. */
  bits: FieldBits;
  /** The mentors' places in the orders that are the same for everybody. */
  orders: Record<MentorSort, Uint32Array>;
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

export function searchMentors(all: Searchable, query: SearchQuery): SearchResult {
  const { filters, sort, wish, draw } = query;
  const inOrder = (mentors: ListedMentor[]) => (sort === "fit" ? rankByFit(wish, mentors, draw) : mentors);
  const matching = findMatching(all, filters, sort);
  const counts = countValues(all, filters);
  if (matching.length > 0 || all.mentors.length === 0)
    return { mentors: inOrder(matching), total: matching.length, dropped: [], alternatives: [], counts };
  const alternatives = mentorFilterNames
    .filter((name) => filters[name] !== undefined)
    .map((without) => ({ without, total: findMatching(all, { ...filters, [without]: undefined }).length }))
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total);
  const dropped = alternatives[0] === undefined ? dropUntilFound(all, filters) : [alternatives[0].without];
  const left = { ...filters, ...Object.fromEntries(dropped.map((name) => [name, undefined])) };
  return { mentors: inOrder(findMatching(all, left, sort)), total: 0, dropped, alternatives, counts };
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

function dropUntilFound(all: Searchable, filters: MentorFilters): MentorFilterName[] {
  const dropped: MentorFilterName[] = [];
  const left = { ...filters };
  for (const name of dropOrder) {
    if (left[name] === undefined) continue;
    left[name] = undefined;
    dropped.push(name);
    if (findMatching(all, left).length > 0) break;
  }
  return dropped;
}

/* Each mentor's values of a filter are bits of a number, in the order of `mentorFilterValues`. The numbers of one filter
   lie side by side, so that ten thousand mentors are counted in a few milliseconds. Day and part are one field, because
   a free time must be in both. */

type Field = "role" | "level" | "topic" | "language" | "times" | "rating";
type FieldBits = Record<Field, Int32Array>;

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

/** A rating counts for its filter once it is shown. */
export function createSearchable(mentors: readonly ListedMentor[]): Searchable {
  const { role, level, topic, language, rating } = mentorFilterValues;
  const column = (bits: (mentor: ListedMentor) => number) => Int32Array.from(mentors, bits);
  const shown = mentors.map((mentor) => (isNewcomer(mentor) ? 0 : (mentor.rating ?? 0)));
  const places = Uint32Array.from(mentors.keys());
  const sortBy = (numbers: readonly number[]) =>
    places.toSorted((a, b) => compare(numbers[a] ?? 0, numbers[b] ?? 0));
  return {
    mentors,
    bits: {
      role: column(({ roles }) => bitsOf(role, roles)),
      level: column(({ levels }) => bitsOf(level, levels)),
      topic: column(({ topics }) => bitsOf(topic, topics)),
      language: column(({ languages }) => bitsOf(language, languages)),
      times: column(({ times }) => times),
      rating: Int32Array.from(shown, (average) =>
        bitsOf(
          rating,
          rating.filter((floor) => average >= Number(floor)),
        ),
      ),
    },
    orders: {
      fit: places,
      soonest: sortBy(mentors.map(({ soonest }) => soonest)),
      // Those whose average is not shown come last.
      rating: sortBy(mentors.map((mentor) => (isNewcomer(mentor) ? 0 : -shrunkRating(mentor)))),
    },
  };
}

/** Infinity is equal to itself, which a difference would not say. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
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

function findMatching(
  { mentors, bits, orders }: Searchable,
  filters: MentorFilters,
  sort: MentorSort = "fit",
): ListedMentor[] {
  const tests = testsOf(filters).map(({ field, mask }) => ({ numbers: bits[field], mask }));
  const found: ListedMentor[] = [];
  for (const place of orders[sort])
    if (tests.every(({ numbers, mask }) => ((numbers[place] ?? 0) & mask) !== 0))
      found.push(mentors[place] as ListedMentor);
  return found;
}

/** For each value of each filter, how many mentors match it together with the other filters. */
function countValues({ mentors, bits }: Searchable, filters: MentorFilters): SearchResult["counts"] {
  const tests = testsOf(filters);
  /** The number of the only test that each mentor fails, from 1; 0 for none, -1 for several. */
  const failed = new Int8Array(mentors.length);
  for (const [index, { field, mask }] of tests.entries()) {
    const numbers = bits[field];
    for (let at = 0; at < failed.length; at++)
      if (((numbers[at] ?? 0) & mask) === 0) failed[at] = failed[at] === 0 ? index + 1 : -1;
  }
  const countsOf = (name: MentorFilterName) => {
    const numbers = bits[fieldOf[name]];
    const own = tests.findIndex(({ field }) => field === fieldOf[name]) + 1;
    const masks = mentorFilterValues[name].map((value) => maskOf(name, { ...filters, [name]: value }));
    const counts = masks.map(() => 0);
    for (let at = 0; at < failed.length; at++) {
      if (failed[at] !== 0 && failed[at] !== own) continue;
      const number = numbers[at] ?? 0;
      for (let index = 0; index < masks.length; index++)
        if ((number & (masks[index] ?? 0)) !== 0) counts[index] = (counts[index] ?? 0) + 1;
    }
    return Object.fromEntries(mentorFilterValues[name].map((value, index) => [value, counts[index] ?? 0]));
  };
  return Object.fromEntries(
    mentorFilterNames.map((name) => [name, countsOf(name)]),
  ) as SearchResult["counts"];
}
