import type { QuestionTopic } from "../kernel/topics.ts";
import { questionTopicNames, questionTopics } from "../kernel/topics.ts";
import type { MentorLanguage, MentorLevel, MentorRole } from "../people/mentor-options.ts";
import {
  mentorLanguageNames,
  mentorLanguages,
  mentorLevelNames,
  mentorLevels,
  mentorRoleNames,
  mentorRoles,
} from "../people/mentor-options.ts";

/* The filters of the mentors' page, without zod, for the public page. */

export const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Weekday = (typeof weekdays)[number];

export const weekdayNames: Record<Weekday, string> = {
  mon: "Monday",
  tue: "Tuesday",
  wed: "Wednesday",
  thu: "Thursday",
  fri: "Friday",
  sat: "Saturday",
  sun: "Sunday",
};

export const dayParts = ["morning", "afternoon", "evening"] as const;
export type DayPart = (typeof dayParts)[number];

export const dayPartNames: Record<DayPart, string> = {
  morning: "Before 12",
  afternoon: "12 to 5 pm",
  evening: "After 5 pm",
};

/** The part of the day that an hour from 0 to 23 belongs to. */
export function dayPartOf(hour: number): DayPart {
  return hour < 12 ? "morning" : hour < 17 ? "afternoon" : "evening";
}

/** The least average rating. */
export const ratingFloors = ["4", "4.5"] as const;
export type RatingFloor = (typeof ratingFloors)[number];

export const mentorSorts = ["fit", "soonest", "rating"] as const;
export type MentorSort = (typeof mentorSorts)[number];

export const mentorSortNames: Record<MentorSort, string> = {
  fit: "Best fit",
  soonest: "Soonest",
  rating: "Rating",
};

/** Each filter with its values, in the order of the page. */
export const mentorFilterValues = {
  role: mentorRoles,
  level: mentorLevels,
  topic: questionTopics,
  language: mentorLanguages,
  day: weekdays,
  part: dayParts,
  rating: ratingFloors,
} as const;

export type MentorFilterName = keyof typeof mentorFilterValues;
export const mentorFilterNames = Object.keys(mentorFilterValues) as MentorFilterName[];

/** The chosen value of each filter; a filter that is not set is absent. */
export interface MentorFilters {
  role?: MentorRole | undefined;
  level?: MentorLevel | undefined;
  topic?: QuestionTopic | undefined;
  language?: MentorLanguage | undefined;
  day?: Weekday | undefined;
  part?: DayPart | undefined;
  rating?: RatingFloor | undefined;
}

export const mentorFilterLabels: Record<MentorFilterName, string> = {
  role: "Role",
  level: "Level",
  topic: "Topic",
  language: "Language",
  day: "Day",
  part: "Time",
  rating: "Rating",
};

const valueNames: Record<MentorFilterName, Record<string, string>> = {
  role: mentorRoleNames,
  level: mentorLevelNames,
  topic: questionTopicNames,
  language: mentorLanguageNames,
  day: weekdayNames,
  part: dayPartNames,
  rating: { "4": "4 and up", "4.5": "4.5 and up" },
};

/** `ML engineer`, `Monday`: a value of a filter as people read it. */
export function mentorFilterValueName(filter: MentorFilterName, value: string): string {
  return valueNames[filter][value] ?? value;
}

/** The most mentors on one page, and the default. */
export const maxMentorRows = 24;
export const defaultMentorRows = 12;
/** The free times that the page of one mentor shows at once. */
export const maxMentorSlots = 60;
/** From so many ratings on, the average is shown; before that a mentor is new here. */
export const fewestPublicRatings = 5;

/** Somebody may wait for any time of a mentor who has none free in so many days. */
export const soonDays = 14;
