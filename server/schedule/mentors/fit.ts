import { createHash } from "node:crypto";
import { type QuestionTopic, questionTopicNames } from "@greenroom/contract/kernel/topics.ts";
import {
  type MentorLanguage,
  type MentorLevel,
  type MentorRole,
  mentorLanguageNames,
  mentorRoleNames,
} from "@greenroom/contract/people/mentor-options.ts";
import { fewestPublicRatings } from "@greenroom/contract/schedule/mentor-filters.ts";

/* Who fits whom. Pure, and it knows neither names nor photos. */

/** What a person looks for; null and empty when they did not say. */
export interface Wish {
  role: MentorRole | null;
  level: MentorLevel | null;
  topics: readonly QuestionTopic[];
  /** The topic of the area that their mentors scored lowest. */
  weakTopic: QuestionTopic | null;
  language: MentorLanguage | null;
  /** Bits of the times that suit them (free-times.ts); 0 is any. */
  times: number;
}

/** What counts about a mentor. */
export interface Candidate {
  roles: readonly MentorRole[];
  levels: readonly MentorLevel[];
  topics: readonly QuestionTopic[];
  languages: readonly MentorLanguage[];
  ratings: number;
  /** Mean, 1 to 5; null without ratings. */
  rating: number | null;
  /** Bits of the times that they have free (free-times.ts). */
  times: number;
}

/** What each match adds to the fit; together 100. */
export const fitWeights = {
  role: 30,
  level: 14,
  /** The share of the topics that the person asked for. */
  topics: 16,
  weakTopic: 12,
  language: 10,
  /** A free time that suits them; half of it for any free time. */
  times: 10,
  /** From 1 to 5 stars, shrunk toward the mean. */
  rating: 8,
} as const;

/** Ratings that a mentor starts with: few ratings say little, so they count as much as these at the mean of all. */
const startingRatings = 8;
const startingMean = 4.5;
/** At least 10 of 100 first places go to mentors who are new; somewhat more, because none may fit. */
const newcomersOf100 = 14;
const mostMentors = 2 ** 20;

/** The mean of the ratings together with the starting ones. */
export function shrunkRating({ rating, ratings }: Pick<Candidate, "rating" | "ratings">): number {
  return (startingRatings * startingMean + ratings * (rating ?? 0)) / (startingRatings + ratings);
}

/** From 0 to 100. What the person did not ask for counts for nobody. */
export function scoreFit(wish: Wish, mentor: Candidate): number {
  const weights = fitWeights;
  let score = (weights.rating * (shrunkRating(mentor) - 1)) / 4;
  if (wish.role !== null && mentor.roles.includes(wish.role)) score += weights.role;
  if (wish.level !== null && mentor.levels.includes(wish.level)) score += weights.level;
  if (wish.topics.length > 0) {
    const asked = wish.topics.filter((topic) => mentor.topics.includes(topic)).length;
    score += (weights.topics * asked) / wish.topics.length;
  }
  if (wish.weakTopic !== null && mentor.topics.includes(wish.weakTopic)) score += weights.weakTopic;
  if (wish.language !== null && mentor.languages.includes(wish.language)) score += weights.language;
  if (mentor.times !== 0) {
    const suits = wish.times === 0 || (mentor.times & wish.times) !== 0;
    score += suits ? weights.times : weights.times / 2;
  }
  return score;
}

export function isNewcomer({ ratings }: Pick<Candidate, "ratings">): boolean {
  return ratings < fewestPublicRatings;
}

/**
 * The mentors, best fit first; of equals, the earlier one. On some days for each person (`draw`), the newcomer who fits
 * best comes first.
 */
export function rankByFit<Mentor extends Candidate>(
  wish: Wish,
  mentors: readonly Mentor[],
  draw: string,
): Mentor[] {
  // The score and the place in one number: a sort without a comparison is several times faster.
  const keys = Float64Array.from(
    mentors,
    (mentor, place) => Math.round((100 - scoreFit(wish, mentor)) * 1e6) * mostMentors + place,
  );
  const ranked = Array.from(keys.sort(), (key) => mentors[key % mostMentors] as Mentor);
  if (!drawsNewcomer(draw)) return ranked;
  const at = ranked.findIndex((mentor) => isNewcomer(mentor) && mentor.times !== 0 && hasRole(wish, mentor));
  if (at > 0) ranked.unshift(...ranked.splice(at, 1));
  return ranked;
}

/** The same for a person on a day, so that the order does not change with every visit. */
function drawsNewcomer(draw: string): boolean {
  return createHash("sha256").update(draw).digest().readUInt32BE(0) % 100 < newcomersOf100;
}

function hasRole({ role }: Wish, { roles }: Pick<Candidate, "roles">): boolean {
  return role === null || roles.includes(role);
}

/**
 * Why this mentor, in at most three parts of a line: `Interviews ML engineers at mid level`, `asks SQL, your weakest
 * area`. The browser adds when they are free.
 */
export function explainFit(wish: Wish, mentor: Omit<Candidate, "times" | "rating" | "ratings">): string[] {
  const role = wish.role !== null && mentor.roles.includes(wish.role) ? wish.role : null;
  const level = wish.level !== null && mentor.levels.includes(wish.level) ? wish.level : null;
  const who = role === null ? "" : ` ${inSentence(mentorRoleNames[role])}s`;
  const at = level === null ? "" : ` at ${level} level`;
  const topic = wish.topics.find((asked) => mentor.topics.includes(asked));
  const isWeak = wish.weakTopic !== null && mentor.topics.includes(wish.weakTopic);
  const language =
    wish.language !== null && mentor.languages.includes(wish.language)
      ? mentorLanguageNames[wish.language]
      : null;
  return [
    ...(who + at === "" ? [] : [`Interviews${who === "" ? " candidates" : who}${at}`]),
    ...(isWeak && wish.weakTopic !== null
      ? [`asks ${inSentence(questionTopicNames[wish.weakTopic])}, your weakest area`]
      : topic === undefined
        ? []
        : [`asks ${inSentence(questionTopicNames[topic])}`]),
    ...(language === null || language === "English" ? [] : [`speaks ${language}`]),
  ];
}

/** `Data work` as `data work`; `SQL` and `Python` stay. */
function inSentence(name: string): string {
  return /^(Python|[A-Z]{2})/.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1);
}
