import type { Progress } from "@greenroom/contract/review/reports/progress.ts";
import { formatDayParts } from "../../../format/format-day.ts";
import { useTimeZone } from "../../../session/use-time-zone.ts";
import { AreaChart, ChartDates } from "./area-chart.tsx";
import { Level } from "./level.tsx";
import { bandText, otherLabelsText, scoresText } from "./level-text.ts";

const cell = "border-l border-line bg-sunk/40 px-5";
const columns = "grid grid-cols-[minmax(0,1fr)_7.5rem] items-center gap-4";

/** The heading of the progress beside a report's scores, with the dates of its columns. */
export function ProgressHeader({ progress }: { progress: Progress }) {
  const timeZone = useTimeZone();
  const { interviews } = progress;
  const dates = interviews.map(({ startTime }) => {
    const { day, month } = formatDayParts(new Date(startTime), timeZone);
    return `${day} ${month}`;
  });
  return (
    <div className={`${cell} flex flex-col justify-between gap-4 pt-5`}>
      <div>
        <h2 className="text-xl">Progress over {interviews.length} interviews</h2>
        <p className="mt-1 text-sm text-ink-2">{bandText}</p>
      </div>
      <div className={columns}>
        <ChartDates dates={dates} />
      </div>
    </div>
  );
}

/** One area over the interviews up to this report, or a note that it has no score yet. */
export function AreaProgressCell({ progress, name }: { progress: Progress; name: string }) {
  const area = progress.areas.find((candidate) => candidate.name === name);
  if (area === undefined) {
    return <p className={`${cell} content-center text-sm text-ink-2`}>No score in this area yet.</p>;
  }
  return (
    <div className={`${cell} ${columns} py-2`}>
      <AreaChart
        points={area.points}
        interviewIds={progress.interviews.map(({ bookingId }) => bookingId)}
        isFocus={name === progress.nextFocus}
      />
      <Level points={area.points} className="text-right" />
      {otherLabelsText(area) !== "" && (
        <p className="col-span-full -mt-3 text-sm text-ink-2">{otherLabelsText(area)}</p>
      )}
    </div>
  );
}

/** The same in one line, for narrow screens. */
export function AreaProgressLine({ progress, name }: { progress: Progress; name: string }) {
  const area = progress.areas.find((candidate) => candidate.name === name);
  if (area === undefined) return null;
  const count = area.points.length;
  return (
    <div className="px-5 pb-3.5 text-sm text-ink-2 sm:px-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 rounded-sm bg-sunk px-3 py-1.5">
        <p className="tabular">
          {count === 1 ? "First score" : `${count} scores: `}
          {count > 1 && <b className="font-semibold text-ink">{scoresText(area)}</b>}
        </p>
        <Level points={area.points} />
        {otherLabelsText(area) !== "" && <p className="w-full">{otherLabelsText(area)}</p>}
      </div>
    </div>
  );
}
