import {
  countTasks,
  firstOpenTask,
  firstTaskLabel,
  isPlanOver,
  planTitle,
  suggestedDay,
  tasksLine,
} from "@greenroom/contract/review/next-tasks.ts";
import type { MentorFeedback } from "@greenroom/contract/review/reports.ts";
import type {
  AiFeedback,
  Evidence,
  PlannedExercise as Exercise,
} from "@greenroom/contract/schedule/report-shape.ts";
import { useMutation } from "@tanstack/react-query";
import { CornerDownRight } from "lucide-react";
import { type ChangeEvent, useEffect, useId, useRef } from "react";
import { Link, useLocation } from "react-router";
import { call, errorMessage } from "../../api/client.ts";
import type { EndpointName } from "../../api/endpoints.ts";
import { useReload } from "../../api/query-client.tsx";
import { dayKey, formatClock, formatDay, formatDayParts } from "../../format/times.ts";
import { paths } from "../../paths.ts";
import { Pill } from "../../ui/content.tsx";
import { Checkbox } from "../../ui/fields.tsx";
import { useNow } from "../../ui/hooks.ts";
import { Card } from "../../ui/panels.tsx";
import { StatusMessage } from "../../ui/status.tsx";
import { deletionText, MomentLink, type ReportAnswers, reportMessages } from "./report-answers.tsx";

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
            {isOver && <span> The two weeks are over, but each of these helps on any day.</span>}
            {!isOver && plan.length > 0 && <span> The dates are a suggestion.</span>}
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
                (evidence !== undefined && deletionText(answers, evidence) !== null);
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
  const tick = useTick(step.isDone, (done) =>
    call("POST /api/user/reports/:bookingId/steps/:stepId", {
      params: { bookingId, stepId: step.id },
      body: { done },
    }),
  );
  return (
    <li>
      <span className="flex flex-wrap items-center gap-x-3">
        <Checkbox
          label={step.text}
          className="min-w-0 py-1.5 [overflow-wrap:anywhere]"
          aria-describedby={firstLabel === null ? undefined : firstId}
          {...tick.box}
        />
        {firstLabel !== null && (
          <span id={firstId} className="max-sm:mb-2 max-sm:ml-8">
            <Pill status="wait">{firstLabel}</Pill>
          </span>
        )}
      </span>
      {tick.problem}
    </li>
  );
}

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
  const tick = useTick(isDone, (done) =>
    call("POST /api/user/reports/:bookingId/exercises/:claimId", {
      params: { bookingId, claimId: exercise.claimId },
      body: { done },
    }),
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
          <Checkbox label="Done" className="text-sm" aria-describedby={titleId} {...tick.box} />
        </div>
        {tick.problem}
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

interface PracticeLinksProps {
  exercise: Pick<AiFeedback["plan"][number], "title" | "questionId" | "drillId">;
}

/** Links for practicing the exercise alone: a question and a drill on its topic. */
export function PracticeLinks({ exercise: { title, questionId, drillId } }: PracticeLinksProps) {
  if (questionId === null && drillId === null) return null;
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {questionId !== null && (
        <Link to={paths.practiceQuestion(questionId)} className="link inline-block min-h-6 content-center">
          Practice a question<span className="sr-only"> on {title}</span>
        </Link>
      )}
      {drillId !== null && (
        <Link to={paths.drill(drillId)} className="link inline-block min-h-6 content-center">
          Open a drill<span className="sr-only"> on {title}</span>
        </Link>
      )}
    </p>
  );
}

const changedByTicks: readonly EndpointName[] = [
  "GET /api/user/reports/:bookingId",
  "GET /api/user/progress",
];

/** A checkbox that stores whether an exercise or a next step is done, and reads again what shows it. */
function useTick(isDone: boolean, store: (done: boolean) => Promise<unknown>) {
  const tick = useMutation({ mutationFn: store, onSuccess: useReload(changedByTicks) });
  const box = {
    checked: tick.isPending ? tick.variables : isDone,
    disabled: tick.isPending,
    onChange: (event: ChangeEvent<HTMLInputElement>) => tick.mutate(event.target.checked),
  };
  const problem = (
    <StatusMessage message={tick.error && errorMessage(tick.error, reportMessages.answer)} tone="bad" />
  );
  return { box, problem };
}
