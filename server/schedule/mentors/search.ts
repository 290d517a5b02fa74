import {
  type MentorFilterName,
  type MentorFilters,
  type MentorSort,
  mentorFilterNames,
  mentorFilterValues,
} from "@greenroom/contract/schedule/mentor-filters.ts";
import { isNewcomer, rankByFit, shrunkRating, type Wish } from "./fit.ts";
import { anyTime, timesOf } from "./free-times.ts";
import type { ListedMentor } from "./snapshot.ts";

/* Filters, their counts and orders: pure functions of all listed mentors. */

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

type Test = (mentor: ListedMentor) => boolean;

/** The test of each filter that is set. Day and part are one test: a free time must be in both. */
function testsOf({ role, level, topic, language, day, part, rating }: MentorFilters) {
  const times = day === undefined && part === undefined ? 0 : timesOf({ day, part });
  const tests: [names: MentorFilterName[], test: Test][] = [];
  if (role !== undefined) tests.push([["role"], ({ roles }) => roles.includes(role)]);
  if (level !== undefined) tests.push([["level"], ({ levels }) => levels.includes(level)]);
  if (topic !== undefined) tests.push([["topic"], ({ topics }) => topics.includes(topic)]);
  if (language !== undefined) tests.push([["language"], ({ languages }) => languages.includes(language)]);
  if (times !== 0) tests.push([["day", "part"], (mentor) => (mentor.times & times) !== 0]);
  if (rating !== undefined) tests.push([["rating"], (mentor) => publicRating(mentor) >= Number(rating)]);
  return tests;
}

/** Zero while the average is not shown. */
function publicRating(mentor: ListedMentor): number {
  return isNewcomer(mentor) ? 0 : (mentor.rating ?? 0);
}

function matches(filters: MentorFilters): Test {
  const tests = testsOf(filters).map(([, test]) => test);
  return (mentor) => tests.every((test) => test(mentor));
}

/** For each value of each filter, how many mentors match it together with the other filters. */
function countValues(all: readonly ListedMentor[], filters: MentorFilters): SearchResult["counts"] {
  const counts = Object.fromEntries(
    mentorFilterNames.map((name) => [
      name,
      Object.fromEntries(mentorFilterValues[name].map((value) => [value, 0])),
    ]),
  ) as SearchResult["counts"];
  const add = (name: MentorFilterName, values: readonly string[]) => {
    for (const value of values) counts[name][value] = (counts[name][value] ?? 0) + 1;
  };
  const days = mentorFilterValues.day.map((day) => [day, timesOf({ day, part: filters.part })] as const);
  const parts = mentorFilterValues.part.map((part) => [part, timesOf({ day: filters.day, part })] as const);
  const valuesIn = (options: readonly (readonly [string, number])[], times: number) =>
    options.flatMap(([value, bits]) => ((times & bits) === 0 ? [] : [value]));
  const tests = testsOf(filters);
  for (const mentor of all) {
    const failed = tests.filter(([, test]) => !test(mentor));
    if (failed.length > 1) continue;
    const isFor = (name: MentorFilterName) => failed.length === 0 || failed[0]?.[0].includes(name) === true;
    if (isFor("role")) add("role", mentor.roles);
    if (isFor("level")) add("level", mentor.levels);
    if (isFor("topic")) add("topic", mentor.topics);
    if (isFor("language")) add("language", mentor.languages);
    if (isFor("day")) add("day", valuesIn(days, mentor.times & anyTime));
    if (isFor("part")) add("part", valuesIn(parts, mentor.times & anyTime));
    if (isFor("rating"))
      add(
        "rating",
        mentorFilterValues.rating.filter((floor) => publicRating(mentor) >= Number(floor)),
      );
  }
  return counts;
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
