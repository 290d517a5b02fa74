import { type BookingDay, type DeskBooking, getBookingWeek } from "@greenroom/contract/desk/bookings.ts";
import { formatTime } from "@greenroom/contract/kernel/time-zones.ts";
import type { BookingStatus } from "@greenroom/contract/schedule/bookings.ts";
import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { startOfDay } from "../../format/local-time.ts";
import { dayKey, formatDayParts, formatDayRange } from "../../format/times.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/content.tsx";
import { useNow } from "../../ui/hooks.ts";
import { StatusDot } from "../../ui/status.tsx";
import { OperatorQueryContent } from "../access/operator-calls.tsx";
import { bookingStateText, bookingStatusTones } from "./booking-parts.tsx";

interface WeekViewProps {
  /** The chosen day; a phone shows only this one of the week. */
  day: string;
  person: string | undefined;
  status: BookingStatus | undefined;
  timeZone: string;
  onDay: (day: string) => void;
  /** The address of a day's own view, with the same filters. */
  dayPath: (day: string) => string;
  /** Above the days, as soon as they are loaded. */
  children?: ReactNode;
}

/** A week of bookings: a column for each day, or one day at a time on a phone. */
export function WeekView({ day, person, status, timeZone, onDay, dayPath, children }: WeekViewProps) {
  const firstDay = mondayOf(day);
  const week = useQuery({
    ...queryOptionsFor(getBookingWeek, { query: { firstDay, timeZone, person, status } }),
    // Each read is a line of the audit log.
    refetchOnWindowFocus: false,
  });
  const today = dayKey(new Date(), timeZone);
  const range = formatDayRange(
    startOfDay(firstDay, timeZone),
    startOfDay(shiftDay(firstDay, 7), timeZone),
    timeZone,
  );
  return (
    <section aria-labelledby="week">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="week" className="font-text text-lg font-semibold">
          {range}
        </h2>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant="quiet" onClick={() => onDay(shiftDay(day, -7))}>
            Previous week
          </Button>
          <Button
            size="sm"
            variant="quiet"
            disabled={firstDay === mondayOf(today)}
            onClick={() => onDay(today)}
          >
            This week
          </Button>
          <Button size="sm" variant="quiet" onClick={() => onDay(shiftDay(day, 7))}>
            Next week
          </Button>
        </div>
      </div>
      <OperatorQueryContent query={week} loadingLabel="Loading the week…">
        {(days) => (
          <>
            {children}
            <DayChoice days={days} chosen={day} timeZone={timeZone} onDay={onDay} />
            {days.every(({ bookings }) => bookings.length === 0) ? (
              <EmptyState
                headingLevel={3}
                title="No bookings in this week"
                detail="Choose another week, or fewer filters."
              />
            ) : (
              <ol className="grid gap-2 lg:grid-cols-7">
                {days.map((one) => (
                  <DayColumn
                    key={one.day}
                    {...one}
                    isChosen={one.day === day}
                    isToday={one.day === today}
                    timeZone={timeZone}
                    to={dayPath(one.day)}
                  />
                ))}
              </ol>
            )}
          </>
        )}
      </OperatorQueryContent>
    </section>
  );
}

const partsOf = (day: string, timeZone: string) => formatDayParts(startOfDay(day, timeZone), timeZone);
const countOf = ({ bookings, hasMore }: BookingDay) => `${bookings.length}${hasMore ? "+" : ""}`;

interface DayChoiceProps {
  days: readonly BookingDay[];
  chosen: string;
  timeZone: string;
  onDay: (day: string) => void;
}

/** On a phone: the days of the week with the number of their bookings. */
function DayChoice({ days, chosen, timeZone, onDay }: DayChoiceProps) {
  return (
    <fieldset aria-label="Day" className="mb-3 grid grid-cols-7 gap-1 lg:hidden">
      {days.map((one) => {
        const { weekday, day } = partsOf(one.day, timeZone);
        return (
          <button
            key={one.day}
            type="button"
            aria-pressed={one.day === chosen}
            onClick={() => onDay(one.day)}
            className={clsx(
              "min-h-14 rounded-sm border px-0.5 py-1.5 text-center text-sm",
              one.day === chosen
                ? "border-green bg-green-tint font-semibold text-ink"
                : "border-line bg-card text-ink-2",
            )}
          >
            <span className="block">{weekday}</span>
            <span className="block tabular">{day}</span>
            <span className="block text-ink-3">
              {countOf(one)}
              <span className="sr-only"> bookings</span>
            </span>
          </button>
        );
      })}
    </fieldset>
  );
}

interface DayColumnProps extends BookingDay {
  isChosen: boolean;
  isToday: boolean;
  timeZone: string;
  to: string;
}

function DayColumn({ isChosen, isToday, timeZone, to, ...one }: DayColumnProps) {
  const { weekday, day, month } = partsOf(one.day, timeZone);
  return (
    <li className={clsx("min-w-0 content-start gap-2 lg:grid", isChosen ? "grid" : "hidden")}>
      <h3
        className={clsx(
          "rounded-sm px-2 py-1.5 font-text text-sm font-semibold",
          isToday ? "bg-green-tint text-green" : "bg-sunk text-ink-2",
        )}
      >
        <Link to={to} className="block hover:underline">
          {weekday} {day} {month}
          <span className="font-normal"> · {countOf(one)}</span>
          <span className="sr-only">
            {isToday ? " bookings, today: open the day" : " bookings: open the day"}
          </span>
        </Link>
      </h3>
      {one.bookings.length > 0 ? (
        <ul className="grid gap-1.5">
          {one.bookings.map((booking) => (
            <li key={booking._id} className="min-w-0">
              <BookingCard booking={booking} timeZone={timeZone} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="px-2 py-1 text-sm text-ink-3">None</p>
      )}
      {one.hasMore && (
        <Link to={to} className="link inline-flex min-h-11 items-center px-2 text-sm">
          See the whole day
        </Link>
      )}
    </li>
  );
}

function BookingCard({ booking, timeZone }: { booking: DeskBooking; timeZone: string }) {
  const { _id, startTime, status, isDisputed, interviewer, interviewee } = booking;
  const now = useNow();
  const isOff = status === "cancelled";
  return (
    <Link
      to={paths.operatorBooking(_id)}
      className="block min-h-11 rounded-sm border border-line bg-card px-2.5 py-2 text-sm hover:border-edge"
    >
      <span className="flex items-center justify-between gap-2">
        <span className={clsx("font-semibold tabular", isOff && "line-through")}>
          {formatTime(new Date(startTime), timeZone)}
        </span>
        <StatusDot status={isDisputed ? "bad" : bookingStatusTones[status]} />
      </span>
      <span className="block truncate">{interviewer.name}</span>
      <span className="block truncate text-ink-2">with {interviewee.name}</span>
      <span className={clsx("block text-xs", isDisputed ? "text-red" : "text-ink-3")}>
        {isDisputed ? "Disputed" : bookingStateText(booking, now)}
      </span>
    </Link>
  );
}

/** A day so many days after (or before) a day, in the format `2026-11-20`. */
export function shiftDay(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The Monday of a day's week. */
export function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return shiftDay(day, -((weekday + 6) % 7));
}

/** Whether a text of the address is a day. */
export function isDay(text: string | undefined): text is string {
  return (
    text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))
  );
}
