import { countOf } from "@greenroom/contract/kernel/sentences.ts";
import type { ProgressInterview } from "@greenroom/contract/review/reports/progress.ts";
import { Link } from "react-router";
import { formatDay } from "../../../format/format-day.ts";
import { formatClock } from "../../../format/format-time.ts";
import { paths } from "../../../paths.ts";
import { Card } from "../../../ui/display/card.tsx";
import { Table, type TableColumn } from "../../../ui/display/table.tsx";

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
      cell: ({ bookingId, startTime, withName, hasReport }) => (
        <InterviewName
          bookingId={bookingId}
          day={formatDay(new Date(startTime), timeZone)}
          withName={withName}
          hasReport={hasReport}
        />
      ),
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

function InterviewName({
  bookingId,
  day,
  withName,
  hasReport,
}: {
  bookingId: string;
  day: string;
  withName: string | null;
  hasReport: boolean;
}) {
  // An interviewer sees the facts, but no report of another interviewer's interview.
  if (withName === null) return day;
  return (
    <>
      <Link to={paths.report(bookingId)} className="link inline-block min-h-6 content-center">
        {day}
      </Link>
      <span className="ml-2 text-sm text-ink-2">
        {withName}
        {!hasReport && ", report to come"}
      </span>
    </>
  );
}

/** Of the mentor's steps and of the report's exercises, each with its own count. */
function DoneSince({ steps, exercises }: Pick<ProgressInterview, "steps" | "exercises">) {
  const counts = [
    ...(steps === undefined || steps.given === 0 ? [] : [`${steps.done} of ${countOf(steps.given, "step")}`]),
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
