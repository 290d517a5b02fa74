import type { FigureRow } from "@greenroom/contract/desk/money/figures.ts";
import { formatRupees } from "@greenroom/contract/kernel/money.ts";
import { zoneFormatter } from "@greenroom/contract/kernel/time-zones.ts";
import clsx from "clsx";
import { useId } from "react";
import { dateLocale } from "../../format/times.ts";
import { useMediaQuery } from "../../ui/hooks.ts";

export interface Bar {
  /** As `20 Nov 2026`: the bar's own, because a year and a day have two days with the same label. */
  name: string;
  /** Under the bar, as `20 Nov`. */
  label: string;
  value: number;
}

interface BarChartProps {
  /** A sentence about the bars for screen readers. The table beside the plot has every value. */
  title: string;
  bars: readonly Bar[];
  format: (value: number) => string;
}

const wideWidth = 720;
/** On a phone, the usual month fits without scrolling sideways. More bars need the wide plot. */
const narrowWidth = 320;
const maxNarrowBars = 45;
const height = 220;
const left = 64;
/** Room for half of the last label. */
const right = 20;
const bottom = 28;
const top = 12;
const labelWidth = 80;
const maxBarWidth = 28;
/**
 * With only a few bars, they are placed close together at the start instead of being spread over the whole
 * width.
 */
const maxStep = 72;

/** A plot of values over time. */
export function BarChart({ title, bars, format }: BarChartProps) {
  const id = useId();
  const isWide = useMediaQuery("(min-width: 48rem)");
  const isNarrow = !isWide && bars.length <= maxNarrowBars;
  const width = isNarrow ? narrowWidth : wideWidth;
  const highest = niceCeiling(Math.max(...bars.map(({ value }) => value), 0));
  const plotWidth = width - left - right;
  const plotHeight = height - bottom - top;
  const step = Math.min(maxStep, plotWidth / Math.max(1, bars.length));
  const barWidth = Math.min(maxBarWidth, step * 0.7);
  const y = (value: number) => top + plotHeight * (1 - Math.max(0, value) / highest);
  const labelEvery = Math.ceil(bars.length / Math.floor(width / labelWidth));
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-labelledby={id}
      className={clsx(
        "block h-auto w-full font-text",
        isNarrow ? "text-[12px]" : "min-w-[44rem] text-[10.5px]",
      )}
    >
      <title id={id}>{title}</title>
      {[0, 0.5, 1].map((share) => (
        <g key={share}>
          <line x1={left} x2={width} y1={y(highest * share)} y2={y(highest * share)} stroke="var(--line)" />
          <text x={left - 8} y={y(highest * share) + 4} textAnchor="end" fill="var(--ink-3)">
            {format(highest * share)}
          </text>
        </g>
      ))}
      {bars.map(({ name, label, value }, index) => (
        <g key={name}>
          <rect
            x={left + (index + 0.5) * step - barWidth / 2}
            y={y(value)}
            width={barWidth}
            height={Math.max(value > 0 ? 1 : 0, y(0) - y(value))}
            rx={Math.min(3, barWidth / 4)}
            fill="var(--green)"
          >
            <title>{`${name}: ${format(value)}`}</title>
          </rect>
          {index % labelEvery === 0 && (
            <text x={left + (index + 0.5) * step} y={height - 8} textAnchor="middle" fill="var(--ink-3)">
              {label}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}

/** The next 1, 2 or 5 times a power of ten, so that the grid lines are at round values. */
function niceCeiling(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= value) ?? 10;
  return step * power;
}

export interface Measure {
  value: string;
  label: string;
  of: (row: FigureRow) => number | null;
  format: (value: number) => string;
}

const count = (value: number) => new Intl.NumberFormat("en-IN").format(value);
const rupees = (value: number) => formatRupees(value);
const percent = (value: number) => `${Math.round(value * 100)}%`;
const hours = (value: number) => `${count(value)}\u00A0h`;
/** Null if the divisor is 0, because a missing share is not a share of 0. */
const share = (part: number, whole: number) => (whole === 0 ? null : part / whole);

/** The measures of the plot, and the columns of its table. */
export const measures: readonly Measure[] = [
  { value: "revenue", label: "Revenue", of: ({ revenue }) => revenue, format: rupees },
  { value: "refunds", label: "Refunds", of: ({ refunds }) => refunds, format: rupees },
  { value: "sold", label: "Sessions sold", of: ({ sessionsSold }) => sessionsSold, format: count },
  { value: "used", label: "Sessions used", of: ({ sessionsUsed }) => sessionsUsed, format: count },
  { value: "open", label: "Open sessions", of: ({ openSessions }) => openSessions, format: count },
  { value: "debt", label: "Open value", of: ({ openValue }) => openValue, format: rupees },
  { value: "interviews", label: "Interviews", of: ({ completed }) => completed, format: count },
  {
    value: "utilization",
    label: "Slots booked",
    of: ({ slotsBooked, slotsOffered }) => share(slotsBooked, slotsOffered),
    format: percent,
  },
  {
    value: "no-show-interviewee",
    label: "Interviewee no-shows",
    of: ({ noShowInterviewee, interviews }) => share(noShowInterviewee, interviews),
    format: percent,
  },
  {
    value: "no-show-interviewer",
    label: "Interviewer no-shows",
    of: ({ noShowInterviewer, interviews }) => share(noShowInterviewer, interviews),
    format: percent,
  },
  { value: "feedback", label: "Time to feedback", of: ({ feedbackHours }) => feedbackHours, format: hours },
];

/* A period is a calendar day or month of the business, so its name needs no time zone. */

const dayOptions = { day: "numeric", month: "short", year: "numeric" } as const;
const shortDayOptions = { day: "numeric", month: "short" } as const;
const monthOptions = { month: "short", year: "numeric" } as const;

/** `2026-11-20` as `20 Nov 2026`, `2026-11` as `Nov 2026`. */
export function formatPeriod(period: string): string {
  return format(period, dayOptions);
}

/** `2026-11-20` as `20 Nov`, `2026-11` as `Nov 2026`. */
export function formatShortPeriod(period: string): string {
  return format(period, shortDayOptions);
}

function format(period: string, ofDay: typeof dayOptions | typeof shortDayOptions): string {
  const isMonth = period.length === "2026-11".length;
  const day = new Date(`${isMonth ? `${period}-01` : period}T00:00:00Z`);
  return zoneFormatter(dateLocale, "UTC", isMonth ? monthOptions : ofDay).format(day);
}
