import type { ScorePoint } from "@greenroom/contract/review/reports/progress.ts";
import clsx from "clsx";
import { levelPoints } from "./level-text.ts";

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
