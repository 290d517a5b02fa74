import type { DeskBooking } from "@greenroom/contract/desk/bookings.ts";
import type { FigureRow } from "@greenroom/contract/desk/money/figures.ts";
import { formatRupees } from "@greenroom/contract/kernel/money.ts";
import { countOf } from "@greenroom/contract/kernel/plain-text.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { errorMessage } from "../../api/client.ts";
import { pageOptionsFor, queryOptionsFor } from "../../api/query-client.tsx";
import { dayKey, formatTime } from "../../format/times.ts";
import { paths } from "../../paths.ts";
import { Card } from "../../ui/panels.tsx";
import { StatusDot, StatusMessage } from "../../ui/status.tsx";
import { bookingStateText, bookingStatusTones } from "../bookings/booking-parts.tsx";
import { dayRange } from "../filters/filter-fields.tsx";
import { operatorMessages, useDeskZone } from "../layout/desk-parts.tsx";

/** Today's interviews in a row that scrolls sideways, from the one that is on or comes next. */
export function InterviewStrip({ now }: { now: Date }) {
  const timeZone = useDeskZone();
  const day = dayKey(now, timeZone);
  const bookings = useInfiniteQuery({
    ...pageOptionsFor("GET /api/operator/bookings", { ...dayRange(day, day, timeZone), order: "earliest" }),
    // Each read is a line of the audit log.
    refetchOnWindowFocus: false,
  });
  const shown = (bookings.data?.pages[0]?.output ?? []).filter(({ status }) => status !== "cancelled");
  const current = shown.find(({ endTime }) => now < new Date(endTime));
  const row = useRef<HTMLUListElement>(null);
  const currentId = current?._id;
  useEffect(() => {
    const item = currentId === undefined ? null : row.current?.querySelector(`[data-id="${currentId}"]`);
    if (item instanceof HTMLElement) row.current?.scrollTo({ left: item.offsetLeft });
  }, [currentId]);
  // The queue is more important: the strip takes no room until it has something to show.
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="interviews-today" className="mb-5">
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h2 id="interviews-today" className="text-lg">
          Interviews today
        </h2>
        <Link to={`${paths.operatorBookings}?day=${day}`} className="link text-sm">
          The whole day
        </Link>
      </div>
      <ul ref={row} className="relative flex gap-2 overflow-x-auto pb-1">
        {shown.map((booking) => (
          <li key={booking._id} data-id={booking._id} className="shrink-0">
            <InterviewLink booking={booking} now={now} timeZone={timeZone} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface InterviewLinkProps {
  booking: DeskBooking;
  now: Date;
  timeZone: string;
}

function InterviewLink({ booking, now, timeZone }: InterviewLinkProps) {
  const { startTime, status, isDisputed, interviewee, interviewer } = booking;
  const state = isDisputed ? "Disputed" : bookingStateText(booking, now);
  const tone = isDisputed ? "bad" : state === "On now" ? "live" : bookingStatusTones[status];
  return (
    <Link
      to={paths.operatorBooking(booking._id)}
      className="block min-h-11 rounded-md border border-line bg-card px-3.5 py-2 text-sm hover:border-edge"
    >
      <span className="flex items-center gap-2 font-semibold tabular">
        <StatusDot status={tone} />
        {formatTime(new Date(startTime), timeZone)}
        <span className="font-normal text-ink-2">{state}</span>
      </span>
      <span className="block whitespace-nowrap">
        {interviewee.name} <span className="text-ink-3">with</span> {interviewer.name}
      </span>
    </Link>
  );
}

const shownDays = 28;
const millisecondsPerDay = 86_400_000;

/** The closed days of the last four weeks at a glance. */
export function FigureStrip() {
  const timeZone = useDeskZone();
  const [openedAt] = useState(() => Date.now());
  const day = (daysAgo: number) => dayKey(new Date(openedAt - daysAgo * millisecondsPerDay), timeZone);
  const figures = useQuery({
    ...queryOptionsFor("GET /api/operator/figures", {
      query: { from: day(shownDays), to: day(1), by: "day" },
    }),
    refetchOnWindowFocus: false,
  });
  if (figures.data === undefined) {
    // The strip takes no room until it has figures, because the queue below is more important.
    return (
      <StatusMessage
        className="mb-4 max-sm:mt-4"
        message={figures.error === null ? null : errorMessage(figures.error, operatorMessages.load)}
        tone="bad"
      />
    );
  }
  return <Strip rows={figures.data.rows} />;
}

function Strip({ rows }: { rows: readonly FigureRow[] }) {
  if (rows.length === 0) return null;
  return (
    <section aria-label="The last four weeks" className="mb-5 max-sm:mt-6">
      <Card padded={false}>
        <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg bg-line sm:grid-cols-3 lg:grid-cols-5">
          {stripFigures(rows).map((figure, index) => (
            <Tile key={figure.label} figure={figure} isFirst={index === 0} />
          ))}
        </dl>
      </Card>
      <p className="mt-2 text-sm text-ink-3">
        {daysText(rows)}.{" "}
        <Link to={paths.operatorMoneyPart("figures")} className="link">
          All figures
        </Link>
      </p>
    </section>
  );
}

/** `11–28 Nov, without today`; `27 Oct – 23 Nov, without today`. */
function daysText(rows: readonly FigureRow[]): string {
  // A period is a calendar day in the desk's time zone, so its name needs no zone.
  const [first, last] = [rows[0], rows.at(-1)].map((row) => new Date(`${row?.period}T12:00:00Z`)) as [
    Date,
    Date,
  ];
  const range = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
  return `${range.formatRange(first, last)}, without today`;
}

function Tile({ figure: { label, value, detail, trend }, isFirst }: { figure: Figure; isFirst: boolean }) {
  return (
    <div
      className={clsx(
        "flex flex-col gap-0.5 bg-card px-4 py-3",
        isFirst && "max-sm:col-span-2 sm:max-lg:col-span-2",
      )}
    >
      <dt className="text-sm text-ink-2">{label}</dt>
      <dd className="font-text text-xl font-semibold tabular">{value}</dd>
      <dd aria-hidden="true" className="max-sm:hidden">
        <Trend values={trend} />
      </dd>
      <dd className="text-sm text-ink-3">{detail}</dd>
    </div>
  );
}

const height = 28;
const step = 5;

/** One bar a day, without a scale: the page of figures has every value. */
function Trend({ values }: { values: readonly (number | null)[] }) {
  const highest = Math.max(...values.map((value) => value ?? 0), 0);
  const width = values.length * step;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="my-1 block h-7 w-full"
      role="presentation"
    >
      <line x1={0} x2={width} y1={height - 0.5} y2={height - 0.5} stroke="var(--line)" />
      {values.map((value, index) => {
        const bar = highest === 0 ? 0 : ((value ?? 0) / highest) * (height - 2);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its day, and the days do not move
            key={index}
            x={index * step + 1}
            y={height - bar}
            width={step - 2}
            height={bar}
            fill={index >= values.length - 7 ? "var(--green)" : "var(--green-line)"}
          />
        );
      })}
    </svg>
  );
}

interface Figure {
  label: string;
  value: string;
  detail: string;
  /** One value a day; null for a day without one. */
  trend: readonly (number | null)[];
}

const sum = (rows: readonly FigureRow[], of: (row: FigureRow) => number) =>
  rows.reduce((total, row) => total + of(row), 0);
const percent = (part: number, whole: number, digits = 0) =>
  whole === 0 ? "None" : `${((part / whole) * 100).toFixed(digits)}%`;
const noShows = ({ noShowInterviewee, noShowInterviewer }: FigureRow) =>
  noShowInterviewee + noShowInterviewer;
const share = (part: number, whole: number) => (whole === 0 ? null : part / whole);

/** The figures above the queue, from closed days in order of time. */
export function stripFigures(rows: readonly FigureRow[]): Figure[] {
  const week = rows.slice(-7);
  const last = rows.at(-1);
  const interviews = sum(rows, (row) => row.interviews);
  const missed = sum(rows, noShows);
  const files = sum(rows, (row) => row.feedbackFiles);
  const hours = sum(rows, (row) => (row.feedbackHours ?? 0) * row.feedbackFiles);
  const [booked, offered] = [sum(week, (row) => row.slotsBooked), sum(week, (row) => row.slotsOffered)];
  return [
    {
      label: "Revenue",
      value: formatRupees(sum(rows, (row) => row.revenue)),
      detail: `${formatRupees(sum(rows, (row) => row.refunds))} refunded`,
      trend: rows.map((row) => row.revenue),
    },
    {
      label: "Open sessions",
      value: String(last?.openSessions ?? 0),
      detail: `worth ${formatRupees(last?.openValue ?? 0)}`,
      trend: rows.map((row) => row.openSessions),
    },
    {
      label: "Slots booked, 7 days",
      value: percent(booked, offered),
      detail: `${booked} of ${offered}`,
      trend: rows.map((row) => share(row.slotsBooked, row.slotsOffered)),
    },
    {
      label: "No-shows",
      value: percent(missed, interviews, 1),
      detail: `${missed} of ${countOf(interviews, "interview")}`,
      trend: rows.map((row) => share(noShows(row), row.interviews)),
    },
    {
      label: "Time to feedback",
      value: files === 0 ? "None" : `${(hours / files).toFixed(1)} h`,
      detail: countOf(files, "file"),
      trend: rows.map((row) => row.feedbackHours),
    },
  ];
}
