import { type MentorFeedback, tickStep } from "@greenroom/contract/review/reports/reports.ts";
import { useId } from "react";
import { call } from "../../../api/client.ts";
import { errorMessage } from "../../../api/errors.ts";
import { Card } from "../../../ui/display/card.tsx";
import { Checkbox } from "../../../ui/fields/checkbox.tsx";
import { Pill } from "../../../ui/status/pill.tsx";
import { StatusMessage } from "../../../ui/status/status-message.tsx";
import { reportMessages } from "../messages.ts";
import { useTick } from "../use-tick.ts";

type Step = MentorFeedback["nextSteps"][number];

interface NextStepsProps {
  steps: readonly Step[];
  /** The name for a place inside a sentence. */
  interviewer: string;
  bookingId: string;
  /** The step to do first; the id of something else if that is none of these. */
  firstId: string | null;
  firstLabel?: string | null;
}

/** The mentor's next steps, which the interviewee ticks off. */
export function NextSteps({ steps, interviewer, bookingId, firstId, firstLabel = null }: NextStepsProps) {
  const id = useId();
  if (steps.length === 0) return null;
  return (
    <Card>
      <h3 id={id} className="font-text text-base font-semibold tracking-normal">
        Steps from {interviewer}
      </h3>
      <ol aria-labelledby={id} className="mt-1">
        {steps.map((step) => (
          <NextStep
            key={step.id}
            step={step}
            bookingId={bookingId}
            firstLabel={step.id === firstId ? firstLabel : null}
          />
        ))}
      </ol>
    </Card>
  );
}

interface NextStepProps {
  step: Step;
  bookingId: string;
  /** The label of the step to do first; null for the others. */
  firstLabel: string | null;
}

function NextStep({ step, bookingId, firstLabel }: NextStepProps) {
  const firstId = useId();
  const tick = useTick((done) => call(tickStep, { params: { bookingId, stepId: step.id }, body: { done } }));
  return (
    <li>
      <span className="flex flex-wrap items-center gap-x-3">
        <Checkbox
          label={step.text}
          className="min-w-0 py-1.5 [overflow-wrap:anywhere]"
          aria-describedby={firstLabel === null ? undefined : firstId}
          checked={tick.isPending ? tick.variables : step.isDone}
          disabled={tick.isPending}
          onChange={(event) => tick.mutate(event.target.checked)}
        />
        {firstLabel !== null && (
          <span id={firstId} className="max-sm:mb-2 max-sm:ml-8">
            <Pill status="wait">{firstLabel}</Pill>
          </span>
        )}
      </span>
      <StatusMessage message={tick.error && errorMessage(tick.error, reportMessages.answer)} tone="bad" />
    </li>
  );
}
