import {
  type AreaProgress,
  levelScores,
  namesOfArea,
  type Progress,
  type ScorePoint,
} from "@greenroom/contract/review/progress.ts";
import clsx from "clsx";
import { Link } from "react-router";
import { formatDay, formatDayParts } from "../../format/times.ts";
import { paths } from "../../paths.ts";
import { useTimeZone } from "../../session/session.tsx";
import { Pill } from "../../ui/content.tsx";
import { Card } from "../../ui/panels.tsx";

interface AreaRowsProps {
  progress: Progress;
  timeZone: string;
}

/** The chart stands beside the names and takes the room that is left, so that a row is read without a jump. */
const rowClass =
  "grid items-center gap-x-6 px-5 sm:grid-cols-[minmax(0,1fr)_15rem_8rem] sm:px-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)_minmax(0,20rem)_minmax(0,2fr)]";

/** Each area with its scores over all interviews and the likely level now. */
export function AreaRows({ progress, timeZone }: AreaRowsProps) {
  const { areas, interviews, nextFocus } = progress;
  const dayOf = (bookingId: string) => {
    const interview = interviews.find((candidate) => candidate.bookingId === bookingId);
    return interview === undefined ? "" : formatDay(new Date(interview.startTime), timeZone);
  };
  const most = Math.max(...areas.map(({ points }) => points.length));
  return (
    <Card padded={false} className="overflow-hidden">
      <div
        aria-hidden="true"
        className={`${rowClass} border-b border-line bg-sunk/40 pt-3 pb-1 text-sm text-ink-2 max-sm:hidden`}
      >
        <span>Area</span>
        <span className="max-xl:hidden">Scores</span>
        <ChartDates dates={interviews.map(({ startTime }) => shortDay(startTime, timeZone))} />
        <span className="text-right">Likely level</span>
      </div>
      <ul className="divide-y divide-line">
        {areas.map((area) => (
          <li key={area.name} className={`${rowClass} gap-y-2 py-4`}>
            <div>
              <h3 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-text text-base font-semibold tracking-normal">
                {area.label}
                {area.name === nextFocus && <Pill status="wait">next focus</Pill>}
              </h3>
              <p className="text-sm text-ink-2">
                <span aria-hidden="true" className="tabular xl:hidden">
                  Scored {scoresText(area)}.{" "}
                </span>
                {evidenceText(area, most)}
              </p>
              <ul className="sr-only">
                {area.points.map(({ bookingId, score }) => (
                  <li key={bookingId}>
                    {dayOf(bookingId)}: {score} of 5
                  </li>
                ))}
              </ul>
            </div>
            <p aria-hidden="true" className="tabular max-xl:hidden">
              {scoresText(area)}
            </p>
            <AreaChart
              points={area.points}
              interviewIds={interviews.map(({ bookingId }) => bookingId)}
              isFocus={area.name === nextFocus}
            />
            <Level points={area.points} className="sm:text-right" />
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-x-6 gap-y-1 border-t border-line px-5 py-3 text-sm text-ink-2 sm:px-6">
        <span className="inline-flex items-center gap-2">
          <span aria-hidden="true" className="size-2.5 rounded-full bg-green" />A mentor's score
        </span>
        {areas.some(({ points }) => levelPoints(points).length > 0) && (
          <span className="inline-flex items-center gap-2">
            <span aria-hidden="true" className="h-3 w-5 rounded-sm border border-green bg-green/25" />
            Where the level most likely lies
          </span>
        )}
        {areas.some(({ name }) => name === nextFocus) && <span>{focusText}</span>}
      </p>
    </Card>
  );
}

function shortDay(startTime: string, timeZone: string): string {
  const { day, month } = formatDayParts(new Date(startTime), timeZone);
  return `${day} ${month}`;
}

/** How many scores an area has, where it has fewer than another one; the text above the rows says it for those. */
function evidenceText(area: AreaProgress, most: number): string {
  const count = area.points.length;
  const fewer =
    count === most ? "" : count === 1 ? "Only 1 score: a first impression." : `Only ${count} scores.`;
  return [fewer, otherLabelsText(area)].join(" ").trim();
}

/** The progress up to a report, shown below its claims on screens that are too narrow for two columns. */
export function ReportProgress({ progress, timeZone }: { progress: Progress; timeZone: string }) {
  return (
    <section aria-labelledby="report-progress">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="report-progress" className="text-xl">
          Progress over {progress.interviews.length} interviews
        </h2>
        <Link to={paths.progress} className="link inline-block min-h-6 content-center text-sm">
          All of your progress
        </Link>
      </div>
      <AreaRows progress={progress} timeZone={timeZone} />
    </section>
  );
}

/**
 * The progress up to and including this interview, oldest first. Null for a first interview, because one interview
 * shows no progress. Areas have their names of then, so that they match the report beside them.
 */
export function progressUpTo(progress: Progress, bookingId: string): Progress | null {
  const last = progress.interviews.findIndex((interview) => interview.bookingId === bookingId);
  if (last < 1) return null;
  const interviews = progress.interviews.slice(0, last + 1);
  const ids = new Set(interviews.map((interview) => interview.bookingId));
  const areas = progress.areas.flatMap((area) => {
    const points = area.points.filter((point) => ids.has(point.bookingId));
    const names = namesOfArea(points);
    return names === null ? [] : [{ name: area.name, ...names, points }];
  });
  const isLatest = last === progress.interviews.length - 1;
  return areas.length === 0 ? null : { interviews, areas, nextFocus: isLatest ? progress.nextFocus : null };
}

const cell = "border-l border-line bg-sunk/40 px-5";
const columns = "grid grid-cols-[minmax(0,1fr)_7.5rem] items-center gap-4";

/** The heading of the progress beside a report's scores, with the dates of its columns. */
export function ProgressHeader({ progress }: { progress: Progress }) {
  const timeZone = useTimeZone();
  const { interviews } = progress;
  return (
    <div className={`${cell} flex flex-col justify-between gap-4 pt-5`}>
      <div>
        <h2 className="text-xl">Progress over {interviews.length} interviews</h2>
        <p className="mt-1 text-sm text-ink-2">{bandText}</p>
      </div>
      <div className={columns}>
        <ChartDates dates={interviews.map(({ startTime }) => shortDay(startTime, timeZone))} />
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

interface AreaChartProps {
  points: ScorePoint[];
  /** All interviews of the page, oldest first: each has a column. */
  interviewIds: readonly string[];
  isFocus: boolean;
}

const [width, height] = [240, 64];
const [left, right, top, bottom] = [18, 14, 6, 6];
/** On a dark card, a tint alone is not visible, so the band has an outline. */
const bandStyle = {
  fill: "currentColor",
  fillOpacity: 0.25,
  stroke: "currentColor",
  strokeOpacity: 0.8,
  strokeWidth: 1,
} as const;
/** More dates do not fit side by side. */
const mostDates = 4;

function columnX(index: number, columns: number): number {
  const room = width - left - right;
  return columns === 1 ? left + room / 2 : left + (index / (columns - 1)) * room;
}

/** The dates above charts with these columns: all of a few, and the first and last of many. */
export function ChartDates({ dates }: { dates: readonly string[] }) {
  const last = dates.length - 1;
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${width} 18`} className="w-full max-w-sm">
      {dates.map((date, index) =>
        dates.length <= mostDates || index === 0 || index === last ? (
          <text
            // biome-ignore lint/suspicious/noArrayIndexKey: two interviews can be on one day
            key={index}
            x={index === last ? width : columnX(index, dates.length)}
            y="13"
            textAnchor={index === 0 ? "start" : index === last ? "end" : "middle"}
            fontSize="11"
            fill="var(--ink-2)"
          >
            {date}
          </text>
        ) : null,
      )}
    </svg>
  );
}

/**
 * Scores as dots, with a band for the likely level once there are enough. The dots are not joined, because a line through two of them
 * would suggest a trend. The text beside the chart contains the same, so screen readers skip the chart.
 */
export function AreaChart({ points, interviewIds, isFocus }: AreaChartProps) {
  const x = (bookingId: string) => columnX(Math.max(interviewIds.indexOf(bookingId), 0), interviewIds.length);
  const y = (score: number) => top + ((5 - score) / 4) * (height - top - bottom);
  const banded = levelPoints(points);
  const [only] = banded;
  const outline = [
    ...banded.map(({ bookingId, high }) => `${x(bookingId)},${y(high)}`),
    ...[...banded].reverse().map(({ bookingId, low }) => `${x(bookingId)},${y(low)}`),
  ].join(" ");
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      className={clsx("w-full max-w-sm", isFocus ? "text-amber" : "text-green")}
    >
      {[1, 3, 5].map((score) => (
        <g key={score}>
          <line x1={left} x2={width - 4} y1={y(score)} y2={y(score)} stroke="var(--line)" strokeWidth="1" />
          <text x="2" y={y(score) + 3} fontSize="9" fill="var(--ink-3)">
            {score}
          </text>
        </g>
      ))}
      {banded.length === 1 && only ? (
        <rect
          x={x(only.bookingId) - 9}
          width="18"
          y={y(only.high)}
          height={y(only.low) - y(only.high)}
          rx="4"
          {...bandStyle}
        />
      ) : (
        <polygon points={outline} {...bandStyle} />
      )}
      {points.map(({ bookingId, score }) => (
        <circle
          key={bookingId}
          cx={x(bookingId)}
          cy={y(score)}
          r="4"
          stroke="currentColor"
          strokeWidth="2"
          fill="currentColor"
        />
      ))}
    </svg>
  );
}

interface LevelProps {
  /** The scores of an area, oldest first. */
  points: ScorePoint[];
  className?: string;
}

/** The likely level over all interviews so far, or that the scores do not show one yet. */
export function Level({ points, className }: LevelProps) {
  const text = levelText(points);
  return (
    <p
      className={clsx(
        "text-sm text-pretty",
        text.startsWith("Probably") ? "font-semibold text-ink" : "text-ink-2",
        className,
      )}
    >
      {text}
    </p>
  );
}

/** A wider range says nothing about a level: 2 to 5 is most of the scale. */
const widestRange = 2;
/** Fewer scores than these explain why a range is wide. From here on it is wide because the scores differ. */
const manyScores = 6;

type Points = Pick<AreaProgress, "points">["points"];

/** The points after which the range of the level is shown: none while there are too few scores. */
export function levelPoints(points: Points): Points {
  return points.slice(levelScores - 1);
}

/**
 * The level that follows from the scores, in whole points: `Probably between 3 and 4`, or `About 3–5 so far`
 * of a wider range. A range of most of the scale is not named.
 */
export function levelText(points: Points): string {
  const last = levelPoints(points).at(-1);
  if (last === undefined) return tooFew;
  const [low, high] = [Math.round(last.low), Math.round(last.high)];
  if (low === high) return `Probably ${low}`;
  if (high - low === 1) return `Probably between ${low} and ${high}`;
  const isNew = points.length < manyScores;
  if (high - low > widestRange) return isNew ? tooFew : "Scores differ too much to tell";
  return isNew ? `About ${low}–${high} so far` : `Scores differ: between ${low} and ${high}`;
}

const tooFew = "Too few interviews to tell";

export const bandText =
  "A dot is one score. After three scores, the band shows where your level most likely is.";

/** Why an area is the next focus. */
export const focusText = "Next focus: the area with the lowest mean score over all interviews.";

/** The most scores of an area that one line names. */
const namedScores = 4;

/**
 * The scores of an area in the order of the interviews: `2 and 5`, `2 → 5 → 4`, and the newest of many:
 * `… → 3 → 4 → 4 → 5`. An arrow between two would suggest a trend.
 */
export function scoresText({ points }: Pick<AreaProgress, "points">): string {
  const scores = points.slice(-namedScores).map(({ score }) => String(score));
  if (points.length < levelScores) return scores.join(" and ");
  return [...(points.length > namedScores ? ["…"] : []), ...scores].join(" → ");
}

/** `Includes scores for Problem solving.`: the names of the same area in other roles. Empty without any. */
export function otherLabelsText({ otherLabels }: Pick<AreaProgress, "otherLabels">): string {
  if (otherLabels.length === 0) return "";
  return `Includes scores for ${otherLabels.join(" and ")}.`;
}
