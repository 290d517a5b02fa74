import { tickExercise } from "@greenroom/contract/review/reports/progress.ts";
import type { Evidence, PlannedExercise as Exercise } from "@greenroom/contract/schedule/report-shape.ts";
import { CornerDownRight } from "lucide-react";
import { useId } from "react";
import { call } from "../../../api/client.ts";
import { errorMessage } from "../../../api/errors.ts";
import { dayKey, formatDay, formatDayParts } from "../../../format/format-day.ts";
import { formatClock } from "../../../format/format-time.ts";
import { Checkbox } from "../../../ui/fields/checkbox.tsx";
import { useNow } from "../../../ui/hooks/use-now.ts";
import { StatusMessage } from "../../../ui/status/status-message.tsx";
import type { ReportAnswers } from "../claims/report-answers.ts";
import { reportMessages } from "../messages.ts";
import { MomentLink } from "../moments/moment-link.tsx";
import { useTick } from "../use-tick.ts";
import { PracticeLinks } from "./practice-links.tsx";

interface PlannedExerciseProps {
  exercise: Exercise;
  suggestedFor: Date;
  timeZone: string;
  /** The first evidence of the claim that this exercise is for. */
  evidence: Evidence | undefined;
  /** Opens moments on the page; null if the moment can no longer be opened. */
  moments: ReportAnswers["moments"];
  bookingId: string;
  isDone: boolean;
  /** The label of the one to do first, of the mentor's steps and the exercises; null for the others. */
  firstLabel: string | null;
}

/** One exercise as a ticket: a suggested day, the task, the moment that it is for, and whether it is done. */
export function PlannedExercise({
  exercise,
  suggestedFor,
  timeZone,
  evidence,
  moments,
  bookingId,
  isDone,
  firstLabel,
}: PlannedExerciseProps) {
  const titleId = useId();
  const tick = useTick((done) =>
    call(tickExercise, { params: { bookingId, claimId: exercise.claimId }, body: { done } }),
  );
  const now = useNow();
  const day = formatDayParts(suggestedFor, timeZone);
  const isMissed = !isDone && dayKey(now, timeZone) > dayKey(suggestedFor, timeZone);
  return (
    <li className="flex flex-col overflow-hidden rounded-md border border-line bg-card">
      {isMissed ? (
        <p className="flex flex-wrap items-baseline justify-between gap-x-2.5 border-b border-dashed border-accent-line bg-accent-tint px-5 py-2 text-xs text-ink-2">
          <b className="text-lg font-semibold text-amber">{firstLabel ?? "Still open"}</b>
          <span>
            was planned for{" "}
            <time dateTime={suggestedFor.toISOString()} className="tabular">
              {formatDay(suggestedFor, timeZone)}
            </time>
          </span>
        </p>
      ) : (
        <time
          dateTime={suggestedFor.toISOString()}
          className="flex items-baseline gap-2.5 border-b border-dashed border-line bg-sunk px-5 py-2 text-xs uppercase tracking-[0.08em] text-ink-2"
        >
          <span className="font-text text-lg font-semibold tracking-normal text-ink tabular">{day.day}</span>
          {day.month} · {day.weekday}
          {firstLabel !== null && (
            <b className="ml-auto text-sm font-semibold normal-case tracking-normal text-amber">
              {firstLabel}
            </b>
          )}
        </time>
      )}
      <div className="flex grow flex-col gap-2 px-5 pb-2 pt-4">
        <h4 id={titleId} className="font-text text-base font-semibold leading-snug tracking-normal">
          {exercise.title}
        </h4>
        <p className="text-sm text-ink-2">{exercise.exercise}</p>
        <PracticeLinks exercise={exercise} />
        <div className="mt-auto flex flex-wrap items-center justify-between gap-x-4">
          {evidence && moments === null && <span className="text-sm text-ink-2">{moment(evidence)}</span>}
          {evidence && moments !== null && (
            <MomentLink
              bookingId={bookingId}
              moment={{ itemId: evidence.itemId, claimId: exercise.claimId }}
              moments={moments}
              className="link inline-flex min-h-8 items-center gap-1.5 text-sm"
            >
              <CornerDownRight aria-hidden="true" className="size-4" />
              {moment(evidence)}
            </MomentLink>
          )}
          <Checkbox
            label="Done"
            className="text-sm"
            aria-describedby={titleId}
            checked={tick.isPending ? tick.variables : isDone}
            disabled={tick.isPending}
            onChange={(event) => tick.mutate(event.target.checked)}
          />
        </div>
        <StatusMessage message={tick.error && errorMessage(tick.error, reportMessages.answer)} tone="bad" />
      </div>
    </li>
  );
}

function moment({ atSeconds }: Evidence) {
  return (
    <span className="tabular">
      {formatClock(atSeconds)}
      <span className="sr-only">, the moment that this exercise is for</span>
    </span>
  );
}
