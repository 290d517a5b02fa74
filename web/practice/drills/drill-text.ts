import type { DrillToday } from "@greenroom/contract/practice/drills.ts";
import { formatDay } from "../../format/times.ts";

const network = "Network error or server unavailable. Nothing is lost: try again.";

export const drillMessages = {
  list: { failed: "The drills could not be loaded.", network },
  open: { failed: "This drill could not be loaded.", network },
  reveal: { failed: "The answer could not be loaded.", network },
  review: { failed: "Your rating could not be saved.", network },
  goal: { failed: "Your goal could not be saved.", network },
};

/** Today's progress towards the goal, and the streak, in one line. */
export function todayText({ reviewed, goal, streak }: DrillToday): string {
  const done = reviewed < goal ? `${reviewed} of ${goal} cards today.` : `${reviewed} cards today. Goal met.`;
  return streak < 2 ? done : `${done} ${streak} days in a row.`;
}

/** Explains which missed days a streak forgives; only once there is a streak. */
export function streakNote({ streak, forgave }: DrillToday): string {
  if (forgave) return "A missed day was forgiven, as one is each week.";
  return streak > 0
    ? "One missed day a week is forgiven."
    : "Meet the goal on two days in a row to start a streak.";
}

/** The time until an instant, in one rounded unit: `10 min`, `3 days`. */
export function waitText(until: Date, now: Date): string {
  const minutes = Math.max(1, Math.round((until.getTime() - now.getTime()) / 60_000));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  if (hours < 24) return `${hours} h`;
  const days = Math.round(minutes / (60 * 24));
  if (days < 14) return days === 1 ? "1 day" : `${days} days`;
  return `${Math.round(days / 7)} weeks`;
}

/** When a card returns, under a rating. */
export const nextText = (returnsAt: Date, now: Date) => `next: in ${waitText(returnsAt, now)}`;

const dayMilliseconds = 24 * 3_600_000;

/** When a card returns, inside a sentence: `in 10 min`, `on Fri 20 Nov`. */
export function returnText(returnsAt: Date, now: Date, timeZone: string): string {
  return returnsAt.getTime() - now.getTime() < dayMilliseconds
    ? `in ${waitText(returnsAt, now)}`
    : `on ${formatDay(returnsAt, timeZone)}`;
}
