import { type QuestionTopic, questionTopics } from "@greenroom/contract/kernel/topics.ts";
import {
  type MentorLanguage,
  type MentorLevel,
  type MentorRole,
  mentorLanguages,
  mentorLevels,
  mentorRoles,
} from "@greenroom/contract/people/mentor-options.ts";
import { describe, expect, it } from "vitest";
import { type Candidate, explainFit, isNewcomer, rankByFit, scoreFit, type Wish } from "./fit.ts";
import { timesOf } from "./free-times.ts";

const wish: Wish = {
  role: "ml-engineer",
  level: "mid",
  topics: ["python", "ml-fundamentals"],
  weakTopic: "ml-system-design",
  language: "en",
  times: timesOf({ day: "mon", part: "evening" }),
};
const mentor: Candidate = {
  roles: ["ml-engineer", "data-scientist"],
  levels: ["mid"],
  topics: ["python", "ml-system-design"],
  languages: ["en"],
  ratings: 20,
  rating: 4.6,
  times: timesOf({ day: "mon" }),
};

describe("the fit of a mentor", () => {
  it.each<[string, Partial<Candidate>]>([
    ["another role", { roles: ["data-analyst"] }],
    ["another level", { levels: ["senior"] }],
    ["none of the topics", { topics: ["ml-system-design"] }],
    ["not the weakest area", { topics: ["python"] }],
    ["another language", { languages: ["hi"] }],
    ["other free times", { times: timesOf({ day: "tue" }) }],
    ["no free time", { times: 0 }],
    ["a lower rating", { rating: 4.1 }],
  ])("is lower with %s", (_, other) => {
    expect(scoreFit(wish, { ...mentor, ...other })).toBeLessThan(scoreFit(wish, mentor));
  });

  it("shrinks ratings toward the mean: one rating of 5 says less than fifty of 4.9", () => {
    const [one, fifty] = [
      { ...mentor, ratings: 1, rating: 5 },
      { ...mentor, ratings: 50, rating: 4.9 },
    ];
    expect(scoreFit(wish, one)).toBeLessThan(scoreFit(wish, fifty));
  });

  it.each<[string, Partial<Wish>, Partial<Candidate>, string]>([
    ["all of it", {}, {}, "Interviews ML engineers at mid level · asks ML system design, your weakest area"],
    ["a topic", { weakTopic: null }, {}, "Interviews ML engineers at mid level · asks Python"],
    ["the role alone", { level: null, weakTopic: null, topics: [] }, {}, "Interviews ML engineers"],
    [
      "the level alone",
      { role: null, weakTopic: null, topics: [] },
      {},
      "Interviews candidates at mid level",
    ],
    [
      "a language",
      { role: null, level: null, weakTopic: null, topics: [], language: "hi" },
      { languages: ["hi"] },
      "speaks Hindi",
    ],
    [
      "words in a sentence",
      { role: "data-scientist", level: null, weakTopic: "data-work" },
      { topics: ["data-work"] },
      "Interviews data scientists · asks data work, your weakest area",
    ],
    ["nothing", { role: null, level: null, weakTopic: null, topics: [], language: null }, {}, ""],
  ])("explains itself by %s", (_, asked, offered, line) => {
    expect(explainFit({ ...wish, ...asked }, { ...mentor, ...offered }).join(" · ")).toBe(line);
  });
});

/* 200 made-up mentors and 1,000 goals against an oracle that knows how good each mentor really is. */

/** The same numbers from 0 to 1 in every run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const random = createRandom(36);
const chance = (share: number) => random() < share;
const oneOf = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
const some = <Item>(items: readonly Item[], most: number): Item[] => {
  const found = new Set<Item>();
  const wanted = 1 + Math.floor(random() * most);
  while (found.size < wanted) found.add(oneOf(items));
  return [...found];
};
const randomTimes = (share: number) => {
  let times = 0;
  for (let bit = 0; bit < 21; bit++) if (chance(share)) times |= 1 << bit;
  return times;
};

interface KnownMentor extends Candidate {
  /** The stars that they would have after very many ratings. */
  quality: number;
}

const mentors: KnownMentor[] = Array.from({ length: 200 }, () => {
  const quality = 4 + random();
  const ratings = chance(0.3) ? Math.floor(random() * 5) : 5 + Math.floor(random() * 120);
  const noise = ((random() + random() + random() - 1.5) * 0.8) / Math.sqrt(Math.max(1, ratings));
  return {
    roles: some<MentorRole>(mentorRoles, 3),
    levels: some<MentorLevel>(mentorLevels, 2),
    topics: some<QuestionTopic>(questionTopics, 5),
    languages: [...new Set<MentorLanguage>(["en", ...some(mentorLanguages, 2)])],
    ratings,
    rating: ratings === 0 ? null : Math.min(5, Math.max(1, quality + noise)),
    times: chance(0.1) ? 0 : randomTimes(0.25),
    quality,
  };
});

const goals: Wish[] = Array.from({ length: 1000 }, () => ({
  role: chance(0.9) ? oneOf<MentorRole>(mentorRoles) : null,
  level: chance(0.8) ? oneOf<MentorLevel>(mentorLevels) : null,
  topics: chance(0.8) ? some<QuestionTopic>(questionTopics, 3) : [],
  weakTopic: chance(0.5) ? oneOf<QuestionTopic>(questionTopics) : null,
  language: chance(0.3) ? oneOf<MentorLanguage>(mentorLanguages) : null,
  times: chance(0.6) ? randomTimes(0.2) : 0,
}));

/**
 * What a careful adviser would do who knows everybody: compares each two mentors by the number of wishes that they
 * miss, the more important ones first among equals, and then by how good they really are.
 */
function chooseAsOracle(goal: Wish): KnownMentor {
  const missed = ({ roles, levels, topics, languages, times }: KnownMentor) => {
    const role = goal.role !== null && !roles.includes(goal.role);
    const level = goal.level !== null && !levels.includes(goal.level);
    const absent = goal.topics.filter((topic) => !topics.includes(topic)).length;
    const weak = goal.weakTopic !== null && !topics.includes(goal.weakTopic);
    const language = goal.language !== null && !languages.includes(goal.language);
    const isFree = times !== 0;
    const suits = isFree && (goal.times === 0 || (times & goal.times) !== 0);
    const topicShare = goal.topics.length === 0 ? 0 : absent / goal.topics.length;
    return (
      3 * Number(role) +
      1.4 * Number(level) +
      1.6 * topicShare +
      1.2 * Number(weak) +
      Number(language) +
      (suits ? 0 : isFree ? 0.5 : 1)
    );
  };
  let best = mentors[0] as KnownMentor;
  for (const candidate of mentors) {
    const difference = missed(candidate) - missed(best);
    // A tenth of a wish is worth half a star.
    if (difference + 0.2 * (best.quality - candidate.quality) < 0) best = candidate;
  }
  return best;
}

describe("1,000 goals among 200 mentors", () => {
  const rankings = goals.map((goal, person) => ({
    choice: chooseAsOracle(goal),
    ranked: rankByFit(goal, mentors, `2026-11-20 person ${person}`),
  }));

  it("the first three contain the oracle's choice in at least 90 %", () => {
    const within = (places: number) =>
      rankings.filter(({ choice, ranked }) => ranked.slice(0, places).includes(choice as KnownMentor)).length;
    expect(within(3)).toBeGreaterThanOrEqual(900);
  });

  it("new mentors have at least 10 % of the first places, and the rest is not theirs alone", () => {
    const first = rankings.filter(({ ranked }) => isNewcomer(ranked[0] as KnownMentor)).length;
    expect(first).toBeGreaterThanOrEqual(100);
    expect(first).toBeLessThan(600);
  });

  it("new mentors have their share even among well-rated ones who all fit", () => {
    const equals = mentors.map((mentor) => ({
      ...mentor,
      ...(isNewcomer(mentor) ? { rating: 4 } : { rating: 5 }),
    }));
    const first = goals.filter((goal, person) => {
      const only = equals.map((each) => ({ ...each, roles: mentorRoles, levels: mentorLevels, times: 1 }));
      return isNewcomer(
        rankByFit(
          { ...goal, topics: [], weakTopic: null, language: null },
          only,
          `${person}`,
        )[0] as Candidate,
      );
    });
    expect(first.length).toBeGreaterThanOrEqual(100);
  });

  it("is the same for a person all day", () => {
    const goal = goals[0] as Wish;
    const orders = ["a", "a"].map((person) => rankByFit(goal, mentors, `2026-11-20 ${person}`));
    expect(orders[0]).toEqual(orders[1]);
  });
});
