import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { questionTopics } from "../room/question-options.ts";

/* The practice part of Progress. It is private: no interviewer sees it. */

/** How many days back it goes. */
export const practiceProgressDays = 28;

export const practiceProgressSchema = z.object({
  /** The number of cards reviewed on each recent day, oldest first; days without any are left out. */
  days: z.array(z.object({ day: z.iso.date(), reviewed: z.int(), goal: z.int() })).max(practiceProgressDays),
  topics: z
    .array(
      z.object({
        topic: z.enum(questionTopics),
        /** Reviews of cards that were seen before, and how many of them were known. */
        reviews: z.int(),
        known: z.int(),
        /** Questions answered in rounds, and their test results. */
        answers: z.int(),
        testsPassed: z.int(),
        testsTotal: z.int(),
      }),
    )
    .max(questionTopics.length),
});
export type PracticeProgress = z.infer<typeof practiceProgressSchema>;

export const getPracticeProgress = endpoint({
  method: "GET",
  path: "/api/practice/progress",
  access: "signed-in",
  isVisibleInSeeAs: true,
  limit: "practice-read-by-user",
  summary: "My drills and practice of the last four weeks, by topic",
  output: practiceProgressSchema,
});
