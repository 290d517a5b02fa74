import type { AiFeedback } from "@greenroom/contract/reports/report-shape.ts";
import { useId } from "react";
import { Pill } from "../../ui/status/pill.tsx";
import { PlannedExercise } from "./planned-exercise.tsx";

interface TwoWeekPlanProps {
  report: AiFeedback;
  bookingId: string;
  doneExercises: readonly string[];
  timeZone: string;
}

const dayMilliseconds = 86_400_000;

/** At most five exercises, spread over the two weeks after the report. */
export function TwoWeekPlan({ report, bookingId, doneExercises, timeZone }: TwoWeekPlanProps) {
  const id = useId();
  const { plan, claims, madeAt } = report;
  if (plan.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div>
          <h2 id={id} className="text-xl">
            Your next two weeks
          </h2>
          <p className="mt-1 text-sm text-ink-2">
            {plan.length === 1
              ? "One exercise, for a point above."
              : `${plan.length} exercises, each for one point above.`}{" "}
            The dates are a suggestion.
          </p>
        </div>
        <Pill status={doneExercises.length === plan.length ? "ready" : "wait"}>
          {doneExercises.length} of {plan.length} done
        </Pill>
      </div>
      <ol className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {plan.map((exercise, index) => {
          const days = 1 + Math.round((index * 13) / plan.length);
          return (
            <PlannedExercise
              key={exercise.claimId}
              exercise={exercise}
              suggestedFor={new Date(Date.parse(madeAt) + days * dayMilliseconds)}
              timeZone={timeZone}
              evidence={claims.find((claim) => claim.id === exercise.claimId)?.evidence[0]}
              bookingId={bookingId}
              isDone={doneExercises.includes(exercise.claimId)}
            />
          );
        })}
      </ol>
    </section>
  );
}
