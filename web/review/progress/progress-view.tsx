import { countOf } from "@greenroom/contract/kernel/plain-text.ts";
import { timeZoneLabel } from "@greenroom/contract/kernel/time-zones.ts";
import { levelScores, type Progress, type ProgressInterview } from "@greenroom/contract/review/progress.ts";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { QueryContent } from "../../app/query-content.tsx";
import { formatClock, formatDay } from "../../format/times.ts";
import { paths } from "../../paths.ts";
import { useTimeZone } from "../../session/session.tsx";
import { EmptyState } from "../../ui/content.tsx";
import { Card } from "../../ui/panels.tsx";
import { Table, type TableColumn } from "../../ui/table.tsx";
import { planAnchor } from "../reports/next-two-weeks.tsx";
import { reportMessages } from "../reports/report-answers.tsx";
import { AreaRows, bandText } from "./area-progress.tsx";

interface ProgressViewProps {
  progress: Progress;
  timeZone: string;
  /** Shown when there is no report yet. */
  emptyDetail: string;
}

/** Scores by area with their likely ranges, the open steps and exercises, and the measured facts of each interview. */
export function ProgressView({ progress, timeZone, emptyDetail }: ProgressViewProps) {
  const { areas, interviews } = progress;
  if (interviews.length === 0) {
    return (
      <Card padded={false}>
        <EmptyState headingLevel={2} title="No reports yet" detail={emptyDetail} />
      </Card>
    );
  }
  return (
    <div className="grid gap-8">
      <Section
        title="Scores by area"
        detail={
          areas.length === 0
            ? "A mentor who writes their feedback here scores each area from 1 to 5. No interview has a score yet."
            : basisText(Math.max(...areas.map(({ points }) => points.length)))
        }
      >
        {areas.length > 0 && <AreaRows progress={progress} timeZone={timeZone} />}
      </Section>
      <OpenTasks interviews={interviews} timeZone={timeZone} />
      <Section
        title="Measured in each interview"
        detail={`Counted from your interviews. Dates in ${timeZoneLabel(timeZone, new Date())}.`}
      >
        <MeasuredTable interviews={interviews} timeZone={timeZone} />
      </Section>
    </div>
  );
}

function Section({ title, detail, children }: { title: string; detail: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-1 text-xl">
        {title}
      </h2>
      <p className="mb-3 max-w-prose text-sm text-ink-2">{detail}</p>
      {children}
    </section>
  );
}

function basisText(scores: number): string {
  const based = `Based on ${scores === 1 ? "1 score" : `${scores} scores`} per area`;
  if (scores < levelScores) {
    return `${based}: treat this as a first impression, because a single score can be a point off either way. ${bandText}`;
  }
  return `${based}${scores === levelScores ? ": treat this as a first impression" : ""}. ${bandText}`;
}

/** More plans are left to the reports. */
const mostPlans = 3;
/** More steps of one mentor are left to the report. */
const mostSteps = 5;

interface OpenTasksProps {
  /** Oldest first. */
  interviews: readonly ProgressInterview[];
  timeZone: string;
}

/** The open steps and exercises of the newest plans. Nothing for an interviewer. */
export function OpenTasks({ interviews, timeZone }: OpenTasksProps) {
  const plans = interviews
    // Before the report, nothing can be ticked.
    .filter((each) => each.withName !== null && each.hasReport && openCount(each) > 0)
    .reverse();
  const shown = plans.slice(0, mostPlans);
  const left = plans.slice(mostPlans).reduce((sum, each) => sum + openCount(each), 0);
  if (shown.length === 0) return null;
  return (
    <Section
      title="Still to do"
      detail="The open steps from your mentors and the open exercises of your reports, newest first."
    >
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
    </Section>
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
  return exercises.planned - exercises.done + steps.given - steps.done;
}

interface MeasuredTableProps {
  interviews: readonly ProgressInterview[];
  timeZone: string;
}

/** The measured facts of each interview, newest first; a dash where the record lacks one. */
export function MeasuredTable({ interviews, timeZone }: MeasuredTableProps) {
  const isOwn = interviews.some(({ withName }) => withName !== null);
  const columns: TableColumn<ProgressInterview>[] = [
    {
      key: "interview",
      header: "Interview",
      isHeading: true,
      cell: ({ bookingId, startTime, withName, hasReport }) => {
        const day = formatDay(new Date(startTime), timeZone);
        // An interviewer sees the facts, but no report of another interviewer's interview.
        if (withName === null) return day;
        return (
          <>
            <Link to={paths.report(bookingId)} className="link inline-block min-h-6 content-center">
              {day}
            </Link>
            <span className="ml-2 text-sm text-ink-2">
              {hasReport ? withName : `${withName}, report to come`}
            </span>
          </>
        );
      },
    },
    {
      key: "talkShare",
      header: isOwn ? "You spoke" : "Candidate spoke",
      cell: ({ measured }) => <TalkShare share={measured.talkShare} />,
    },
    { key: "pace", header: "Words a minute", cell: ({ measured }) => measured.pace ?? "–" },
    {
      key: "firstRun",
      header: "First code ran",
      cell: ({ measured: { secondsToFirstRun } }) =>
        secondsToFirstRun === null ? "–" : `${formatClock(secondsToFirstRun)} in`,
    },
    {
      key: "runs",
      header: "Runs",
      cell: ({ measured: { runs, failedRuns } }) =>
        runs === null || runs === 0 ? "–" : `${runs}, ${failedRuns ?? 0} with an error`,
    },
    {
      key: "done",
      header: "Done since",
      cell: ({ steps, exercises }) => <DoneSince steps={steps} exercises={exercises} />,
    },
  ];
  return (
    <Card padded={false} className="overflow-hidden tabular">
      <Table
        caption="Measured in each interview"
        columns={columns}
        rows={[...interviews].reverse()}
        rowKey={({ bookingId }) => bookingId}
      />
    </Card>
  );
}

/** Of the mentor's steps and of the report's exercises, each with its own count. */
function DoneSince({ steps, exercises }: Pick<ProgressInterview, "steps" | "exercises">) {
  const counts = [
    ...(steps.given === 0 ? [] : [`${steps.done} of ${countOf(steps.given, "step")}`]),
    ...(exercises.planned === 0 ? [] : [`${exercises.done} of ${countOf(exercises.planned, "exercise")}`]),
  ];
  if (counts.length === 0) return "–";
  return counts.map((count) => (
    <span key={count} className="block">
      {count}
    </span>
  ));
}

function TalkShare({ share }: { share: number | null }) {
  if (share === null) return "–";
  return (
    <span className="inline-flex items-center gap-2.5">
      {Math.round(share * 100)}%
      <span aria-hidden="true" className="h-1.5 w-16 overflow-hidden rounded-full bg-line">
        <span className="block h-full bg-green" style={{ width: `${share * 100}%` }} />
      </span>
    </span>
  );
}

/** The progress of an interviewee who booked the user, to read before the interview. */
export function CandidateProgress({ userId }: { userId: string }) {
  const timeZone = useTimeZone();
  const progress = useQuery(
    queryOptionsFor("GET /api/interviewer/candidate-progress/:userId", { params: { userId } }),
  );
  return (
    <QueryContent query={progress} loadingLabel="Loading their progress…" messages={reportMessages.candidate}>
      {(data) => (
        <ProgressView
          progress={data}
          timeZone={timeZone}
          emptyDetail="No interview of this candidate has a report so far."
        />
      )}
    </QueryContent>
  );
}
