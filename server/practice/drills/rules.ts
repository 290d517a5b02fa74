import { type DrillRating, drillRatings } from "@greenroom/contract/practice/drills.ts";
import type { Selectable } from "kysely";
import { type Card, createEmptyCard, fsrs, type Grade, Rating } from "ts-fsrs";
import { addDays } from "../../kernel/days.ts";
import type { DrillCards } from "../../kernel/db/types.ts";

export type CardState = Omit<Selectable<DrillCards>, "userId" | "cardId">;

/**
 * The maximum interval is 60 days, because an interview is weeks away, not years. The library adds a day for "good"
 * and another for "easy" to its own maximum, so that is set lower.
 */
const longestDays = 60;
const scheduler = fsrs({ request_retention: 0.9, maximum_interval: longestDays - 2, enable_fuzz: false });

const grades: Record<DrillRating, Grade> = {
  again: Rating.Again,
  hard: Rating.Hard,
  good: Rating.Good,
  easy: Rating.Easy,
};

/** The card's state after a review at `now`. `before` is null for a card that was never seen. */
export function schedule(before: CardState | null, rating: DrillRating, now: Date): CardState {
  const { card } = scheduler.next(toLibrary(before, now), now, grades[rating]);
  return {
    dueAt: card.due,
    stability: card.stability,
    difficulty: card.difficulty,
    scheduledDays: card.scheduled_days,
    learningSteps: card.learning_steps,
    reps: card.reps,
    lapses: card.lapses,
    state: card.state,
    lastReviewedAt: now,
  };
}

/** When the card would return after each rating. */
export function dueAfter(before: CardState | null, now: Date): Record<DrillRating, string> {
  const entries = drillRatings.map((rating) => [rating, schedule(before, rating, now).dueAt.toISOString()]);
  return Object.fromEntries(entries) as Record<DrillRating, string>;
}

function toLibrary(state: CardState | null, now: Date): Card {
  if (state === null) return createEmptyCard(now);
  return {
    due: state.dueAt,
    stability: state.stability,
    difficulty: state.difficulty,
    // Deprecated: the library computes it from the last review.
    elapsed_days: 0,
    scheduled_days: state.scheduledDays,
    learning_steps: state.learningSteps,
    reps: state.reps,
    lapses: state.lapses,
    state: state.state,
    last_review: state.lastReviewedAt,
  };
}

/** At most one missed day in this many days is forgiven. */
const forgivenEveryDays = 7;

/**
 * Counts the consecutive days up to today on which the goal was met. Today counts once its goal is met, and does
 * not break the streak before. One missed day between two met ones is forgiven, at most once in seven days, and
 * does not count.
 */
export function findStreak(
  metDays: ReadonlySet<string>,
  today: string,
): { streak: number; forgave: boolean } {
  let day = metDays.has(today) ? today : addDays(today, -1);
  let streak = 0;
  let sinceForgiven = forgivenEveryDays;
  let forgave = false;
  for (;;) {
    if (metDays.has(day)) streak += 1;
    else if (sinceForgiven >= forgivenEveryDays && metDays.has(addDays(day, -1))) {
      sinceForgiven = 0;
      forgave = true;
    } else return { streak, forgave };
    sinceForgiven += 1;
    day = addDays(day, -1);
  }
}
