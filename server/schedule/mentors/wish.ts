import type { QuestionTopic } from "@greenroom/contract/kernel/topics.ts";
import { type MentorLevel, mentorRoles } from "@greenroom/contract/people/mentor-options.ts";
import { type goalLevels, topicOfPractice, trackOfRole } from "@greenroom/contract/schedule/goals.ts";
import { sql } from "kysely";
import type { Deps } from "../../kernel/deps.ts";
import type { Wish } from "./fit.ts";
import { timeOf } from "./free-times.ts";

type GoalLevel = (typeof goalLevels)[number];

const levelOfGoal: Record<GoalLevel, MentorLevel> = {
  intern: "entry",
  entry: "entry",
  mid: "mid",
  senior: "senior",
  lead: "senior",
};

/**
 * What helps with an area of the mentors' scores (contract/review/tracks.ts), by the track in which it was scored; the
 * first line is for all other tracks.
 */
const topicOfArea: Record<string, Partial<Record<string, QuestionTopic>>> = {
  general: {
    problemSolving: "ml-system-design",
    mlKnowledge: "ml-fundamentals",
    coding: "python",
    communication: "behavioral",
    evaluation: "statistics-experiments",
  },
  "ml-engineer": { evaluation: "ml-system-design" },
  "ai-engineer": { mlKnowledge: "llm-rag-agents", evaluation: "llm-rag-agents" },
  "data-scientist": { problemSolving: "data-work", mlKnowledge: "statistics-experiments" },
  "data-analyst": { problemSolving: "data-work", mlKnowledge: "statistics-experiments", coding: "sql" },
};

/** A mean from this on is no weakness. */
const weakBelow = 4;
/** How many of the newest scores count: those of five interviews. */
const newestScores = 25;
/** How many of the last bookings tell which times suit. */
const lastBookings = 5;

/**
 * What an interviewee looks for: their last goal with its language, the area that was scored lowest, and the times of
 * their bookings.
 */
export async function findWish({ database }: Deps, userId: string, timeZone: string): Promise<Wish> {
  const [bookings, areas] = await Promise.all([
    database
      .selectFrom("bookings as booking")
      .leftJoin("bookingGoals as goal", "goal.bookingId", "booking.id")
      .select(["booking.startsAt", "goal.goal"])
      .where("booking.intervieweeId", "=", userId)
      .orderBy("booking.startsAt", "desc")
      .limit(lastBookings)
      .execute(),
    sql<{ area: string; track: string; mean: number }>`
      select area, (array_agg(track order by scored_at desc))[1] as track, avg(score)::float8 as mean
      from (
        select area, track, score, scored_at from feedback_scores
        where interviewee_id = ${userId} order by scored_at desc limit ${newestScores}) newest
      where score is not null group by area order by mean, area limit 1`.execute(database),
  ]);
  const goal = bookings.find((booking) => booking.goal !== null)?.goal ?? null;
  const track = goal === null ? null : trackOfRole(goal.role);
  const [weakest] = areas.rows;
  return {
    role: mentorRoles.find((role) => role === track) ?? null,
    level: goal?.level == null ? null : levelOfGoal[goal.level],
    topics: (goal?.practice ?? []).flatMap((practice) => topicOfPractice[practice] ?? []),
    weakTopic:
      weakest === undefined || weakest.mean >= weakBelow
        ? null
        : (topicOfArea[weakest.track]?.[weakest.area] ?? topicOfArea.general?.[weakest.area] ?? null),
    language: goal?.language ?? null,
    times: bookings.reduce((times, { startsAt }) => times | timeOf(startsAt, timeZone), 0),
  };
}
