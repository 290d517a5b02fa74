import type { DrillToday } from "@greenroom/contract/practice/drills.ts";

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
