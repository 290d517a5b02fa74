import {
  countTasks,
  firstOpenTask,
  firstTaskLabel,
  tasksLine,
} from "@greenroom/contract/review/reports/next-tasks.ts";
import { isPlanOver, planTitle, suggestedDay } from "@greenroom/contract/review/reports/plan-dates.ts";
import type { MentorFeedback } from "@greenroom/contract/review/reports/reports.ts";
import type { AiFeedback } from "@greenroom/contract/schedule/report-shape.ts";
import { useEffect, useId, useRef } from "react";
import { useLocation } from "react-router";
import { useNow } from "../../../ui/hooks/use-now.ts";
import { Pill } from "../../../ui/status/pill.tsx";
import type { ReportAnswers } from "../claims/report-answers.ts";
import { NextSteps } from "./next-steps.tsx";
import { PlannedExercise } from "./planned-exercise.tsx";

interface NextTwoWeeksProps {
  report: AiFeedback;
  steps: MentorFeedback["nextSteps"];
  /** The name for a place inside a sentence. */
  interviewer: string;
  bookingId: string;
  doneExercises: readonly string[];
  answers: ReportAnswers;
  timeZone: string;
}

/** The part of the report's address that leads to its plan. */
export const planAnchor = "plan";

/** What to do next: the mentor's steps, then at most five exercises over the two weeks after the report. */
export function NextTwoWeeks({
  report,
  steps,
  interviewer,
  bookingId,
  doneExercises,
  answers,
  timeZone,
}: NextTwoWeeksProps) {
  const id = useId();
  const now = useNow();
  const section = useRef<HTMLElement>(null);
  const isLinked = useLocation().hash === `#${planAnchor}`;
  // The plan appears after the report has loaded, when the browser has already looked for it.
  useEffect(() => {
    if (isLinked) section.current?.scrollIntoView();
  }, [isLinked]);
  const { plan, claims, madeAt } = report;
  const tasks = { steps, plan, doneExercises };
  const { done, all } = countTasks(tasks);
  if (all === 0) return null;
  const first = firstOpenTask(tasks);
  const firstLabel = firstTaskLabel(tasks);
  const isOver = isPlanOver(madeAt, now) && first !== null;
  return (
    <section ref={section} id={planAnchor} aria-labelledby={id} className="grid scroll-mt-24 gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div>
          <h2 id={id} className="text-xl">
            {planTitle(madeAt, timeZone)}
          </h2>
          <p className="mt-1 text-sm text-ink-2">
            {tasksLine(tasks, interviewer)}
            {isOver && " The two weeks are over, but each of these helps on any day."}
            {!isOver && plan.length > 0 && " The dates are a suggestion."}
          </p>
        </div>
        <Pill status={first === null ? "ready" : "wait"}>
          {done} of {all} done
        </Pill>
      </div>
      <NextSteps
        steps={steps}
        interviewer={interviewer}
        bookingId={bookingId}
        firstId={first}
        firstLabel={firstLabel}
      />
      {plan.length > 0 && (
        <div>
          <h3 className="mb-2 font-text text-base font-semibold tracking-normal">Exercises</h3>
          <ol className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
            {plan.map((exercise, index) => {
              const evidence = claims.find((claim) => claim.id === exercise.claimId)?.evidence[0];
              const isGone =
                evidence?.isRemoved === true ||
                (evidence !== undefined && answers.deletedText(evidence) !== null) ||
                answers.momentPath === null;
              return (
                <PlannedExercise
                  key={exercise.claimId}
                  exercise={exercise}
                  suggestedFor={suggestedDay(madeAt, index, plan.length)}
                  timeZone={timeZone}
                  evidence={evidence}
                  moments={isGone ? null : answers.moments}
                  bookingId={bookingId}
                  isDone={doneExercises.includes(exercise.claimId)}
                  firstLabel={exercise.claimId === first ? firstLabel : null}
                />
              );
            })}
          </ol>
        </div>
      )}
    </section>
  );
}
