import { type MentorFeedback, tickStep } from "@greenroom/contract/reports/reports.ts";
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
}

/** The mentor's next steps, which the interviewee ticks off. */
export function NextSteps({ steps, interviewer, bookingId }: NextStepsProps) {
  const id = useId();
  if (steps.length === 0) return null;
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <section aria-labelledby={id}>
      <Card className="h-full">
        <div className="mb-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 id={id} className="text-xl">
            Next steps from {interviewer}
          </h2>
          <Pill status={done === steps.length ? "ready" : "wait"}>
            {done} of {steps.length} done
          </Pill>
        </div>
        <ul>
          {steps.map((step) => (
            <NextStep key={step.id} step={step} bookingId={bookingId} />
          ))}
        </ul>
      </Card>
    </section>
  );
}

function NextStep({ step, bookingId }: { step: Step; bookingId: string }) {
  const tick = useTick((done) => call(tickStep, { params: { bookingId, stepId: step.id }, body: { done } }));
  return (
    <li>
      <Checkbox
        label={step.text}
        className="min-w-0 break-words py-1.5"
        checked={tick.isPending ? tick.variables : step.isDone}
        disabled={tick.isPending}
        onChange={(event) => tick.mutate(event.target.checked)}
      />
      <StatusMessage message={tick.error && errorMessage(tick.error, reportMessages.answer)} tone="bad" />
    </li>
  );
}
