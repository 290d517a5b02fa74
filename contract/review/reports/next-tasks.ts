import { countOf } from "../../kernel/sentences.ts";
import type { PlannedExercise } from "../../schedule/report-shape.ts";
import type { MentorFeedback } from "./reports.ts";

/* What a report asks the interviewee to do next: the mentor's steps, and after them the exercises of its plan. */

export interface NextTasks {
  steps: readonly Pick<MentorFeedback["nextSteps"][number], "id" | "isDone">[];
  plan: readonly Pick<PlannedExercise, "claimId">[];
  /** The claims whose exercises are done. */
  doneExercises: readonly string[];
}

/** The step, or else the exercise (by its claim), to do first; null once all are done. */
export function firstOpenTask({ steps, plan, doneExercises }: NextTasks): string | null {
  const step = steps.find(({ isDone }) => !isDone);
  const exercise = plan.find(({ claimId }) => !doneExercises.includes(claimId));
  return step?.id ?? exercise?.claimId ?? null;
}

/** The label of the first open task: "first" would be wrong beside tasks that are done. */
export function firstTaskLabel(tasks: NextTasks): "Do this first" | "Do this next" {
  return countTasks(tasks).done === 0 ? "Do this first" : "Do this next";
}

/** `3 of 5 done`, in numbers. */
export function countTasks({ steps, plan, doneExercises }: NextTasks): { done: number; all: number } {
  const done = steps.filter(({ isDone }) => isDone).length;
  const exercises = plan.filter(({ claimId }) => doneExercises.includes(claimId)).length;
  return { done: done + exercises, all: steps.length + plan.length };
}

/** `3 steps from Kavya Menon first, then 2 exercises, each for one point above.` */
export function tasksLine({ steps, plan }: Omit<NextTasks, "doneExercises">, interviewer: string): string {
  const ofMentor = `${countOf(steps.length, "step")} from ${interviewer}`;
  const exercises = `${countOf(plan.length, "exercise")}, ${plan.length === 1 ? "" : "each "}for one point above`;
  if (plan.length === 0) return `${ofMentor}.`;
  if (steps.length === 0) return `${exercises}.`;
  return `${ofMentor} first, then ${exercises}.`;
}
