import { isPlanOver, planTitle, suggestedDay } from "@greenroom/contract/reports/plan-dates.ts";
import type { AiFeedback } from "@greenroom/contract/reports/report-shape.ts";
import { useEffect, useId, useRef } from "react";
import { useLocation } from "react-router";
import { useNow } from "../../ui/hooks/use-now.ts";
import { Pill } from "../../ui/status/pill.tsx";
import type { ReportAnswers } from "./claims/report-answers.ts";
import { PlannedExercise } from "./planned-exercise.tsx";

interface TwoWeekPlanProps {
  report: AiFeedback;
  bookingId: string;
  doneExercises: readonly string[];
  answers: ReportAnswers;
  timeZone: string;
}

/** The part of the report's address that leads to its plan. */
export const planAnchor = "plan";

/** At most five exercises, spread over the two weeks after the report. */
export function TwoWeekPlan({ report, bookingId, doneExercises, answers, timeZone }: TwoWeekPlanProps) {
  const id = useId();
  const now = useNow();
  const section = useRef<HTMLElement>(null);
  const isLinked = useLocation().hash === `#${planAnchor}`;
  // The plan appears after the report has loaded, when the browser has already looked for it.
  useEffect(() => {
    if (isLinked) section.current?.scrollIntoView();
  }, [isLinked]);
  const { plan, claims, madeAt } = report;
  if (plan.length === 0) return null;
  const next = plan.find(({ claimId }) => !doneExercises.includes(claimId));
  const isAllDone = doneExercises.length === plan.length;
  return (
    <section ref={section} id={planAnchor} aria-labelledby={id} className="scroll-mt-24">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div>
          <h2 id={id} className="text-xl">
            {planTitle(madeAt, timeZone)}
          </h2>
          <p className="mt-1 text-sm text-ink-2">
            {plan.length === 1
              ? "One exercise, for a point above."
              : `${plan.length} exercises, each for one point above.`}{" "}
            {isPlanOver(madeAt, now) && !isAllDone
              ? "The two weeks are over, but an exercise helps on any day: start with the first one that is open."
              : "The dates are a suggestion."}
          </p>
        </div>
        <Pill status={isAllDone ? "ready" : "wait"}>
          {doneExercises.length} of {plan.length} done
        </Pill>
      </div>
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
              isNext={exercise === next}
            />
          );
        })}
      </ol>
    </section>
  );
}
