import { countOf } from "@greenroom/contract/kernel/sentences.ts";
import type { ProgressInterview } from "@greenroom/contract/review/reports/progress.ts";
import { useId } from "react";
import { Link } from "react-router";
import { formatDay } from "../../../format/format-day.ts";
import { paths } from "../../../paths.ts";
import { Card } from "../../../ui/display/card.tsx";
import { planAnchor } from "../plan/next-two-weeks.tsx";

/** More plans are left to the reports. */
const mostPlans = 3;
/** More steps of one mentor are left to the report. */
const mostSteps = 5;

interface OpenTasksProps {
  /** Oldest first. */
  interviews: readonly ProgressInterview[];
  timeZone: string;
}

/**
 * The open steps and exercises of the newest plans. Nothing for an interviewer, because the plans are in the reports.
 */
export function OpenTasks({ interviews, timeZone }: OpenTasksProps) {
  const id = useId();
  const plans = interviews
    // Before the report, nothing can be ticked.
    .filter((each) => each.withName !== null && each.hasReport && openCount(each) > 0)
    .reverse();
  const shown = plans.slice(0, mostPlans);
  const left = plans.slice(mostPlans).reduce((sum, each) => sum + openCount(each), 0);
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-1 text-xl">
        Still to do
      </h2>
      <p className="mb-3 max-w-prose text-sm text-ink-2">
        The open steps from your mentors and the open exercises of your reports, newest first.
      </p>
      <Card padded={false} className="overflow-hidden">
        <ul className="divide-y divide-line">
          {shown.map((interview) => (
            <Plan key={interview.bookingId} interview={interview} timeZone={timeZone} />
          ))}
        </ul>
        {left > 0 && (
          <p className="border-t border-line px-5 py-3 text-sm text-ink-2 sm:px-6">
            {left} more {left === 1 ? "is" : "are"} in the reports of earlier interviews, which the table
            below links to.
          </p>
        )}
      </Card>
    </section>
  );
}

function Plan({ interview, timeZone }: { interview: ProgressInterview; timeZone: string }) {
  const { bookingId, startTime, withName, exercises, steps } = interview;
  const day = formatDay(new Date(startTime), timeZone);
  const openExercises = exercises.planned - exercises.done;
  const openSteps = steps.open;
  const more = openSteps.length - mostSteps;
  return (
    <li className="px-5 py-4 sm:px-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="font-text text-base font-semibold tracking-normal">Interview of {day}</h3>
        <Link to={`${paths.report(bookingId)}#${planAnchor}`} className="link inline-block min-h-6 text-sm">
          Open the plan<span className="sr-only"> of {day}</span>
        </Link>
      </div>
      <div className="mt-1 grid gap-3 lg:grid-flow-col lg:auto-cols-fr lg:gap-6">
        {openSteps.length > 0 && (
          <Tasks title={`${countOf(openSteps.length, "step")} from ${withName}`}>
            {openSteps.slice(0, mostSteps)}
          </Tasks>
        )}
        {openExercises > 0 && <Tasks title={countOf(openExercises, "exercise")}>{exercises.open}</Tasks>}
      </div>
      {more > 0 && <p className="mt-1 text-sm text-ink-2">The plan has {countOf(more, "more step")}.</p>}
    </li>
  );
}

function Tasks({ title, children }: { title: string; children: readonly string[] }) {
  return (
    <div>
      <h4 className="font-text text-sm font-semibold tracking-normal text-ink-2">{title}</h4>
      {children.length > 0 && (
        <ul className="mt-1 grid list-disc gap-1 pl-5 marker:text-ink-3">
          {children.map((task) => (
            <li key={task} className="break-words">
              {task}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function openCount({ exercises, steps }: ProgressInterview): number {
  return exercises.planned - exercises.done + (steps === undefined ? 0 : steps.given - steps.done);
}
