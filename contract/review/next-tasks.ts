import { countOf } from "../kernel/plain-text.ts";
import type { PlannedExercise } from "../schedule/report-shape.ts";
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

/* The suggested days of a report's plan: two weeks that begin on the day after the report. The days depend on the
   time zone of the reader. */

const dayMilliseconds = 86_400_000;
const planLengthDays = 14;

/** The day of an exercise, counted from 0, in a plan with this many. */
export function suggestedDay(madeAt: string, index: number, exercises: number): Date {
  return daysAfter(madeAt, 1 + Math.round((index * (planLengthDays - 1)) / exercises));
}

/** `Your next two weeks (13 to 26 November)`. */
export function planTitle(madeAt: string, timeZone: string): string {
  return `Your next two weeks (${planDates(madeAt, timeZone)})`;
}

function planDates(madeAt: string, timeZone: string): string {
  const first = daysAfter(madeAt, 1);
  const last = daysAfter(madeAt, planLengthDays);
  const write = (day: Date, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-GB", { ...options, timeZone }).format(day);
  const month = (day: Date) => write(day, { month: "long", year: "numeric" });
  const isSameYear = write(first, { year: "numeric" }) === write(last, { year: "numeric" });
  const long: Intl.DateTimeFormatOptions = {
    day: "numeric",
    month: "long",
    ...(isSameYear ? {} : { year: "numeric" }),
  };
  const start = month(first) === month(last) ? write(first, { day: "numeric" }) : write(first, long);
  return `${start} to ${write(last, long)}`;
}

/** True after the last day of the plan. */
export function isPlanOver(madeAt: string, now: Date): boolean {
  return now >= daysAfter(madeAt, planLengthDays + 1);
}

function daysAfter(madeAt: string, days: number): Date {
  return new Date(Date.parse(madeAt) + days * dayMilliseconds);
}
