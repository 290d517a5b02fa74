import { type DeskBooking, listDeskBookings } from "@greenroom/contract/desk/bookings.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { pageOptionsFor } from "../../api/query-client.tsx";
import { dayKey, formatTime } from "../../format/times.ts";
import { paths } from "../../paths.ts";
import { StatusDot } from "../../ui/status.tsx";
import { bookingStateText, bookingStatusTones } from "../bookings/booking-parts.tsx";
import { dayRange } from "../filters/filter-fields.tsx";
import { useDeskZone } from "../layout/desk-parts.tsx";

/** Today's interviews in a row that scrolls sideways, from the one that is on or comes next. */
export function InterviewStrip({ now }: { now: Date }) {
  const timeZone = useDeskZone();
  const day = dayKey(now, timeZone);
  const bookings = useInfiniteQuery({
    ...pageOptionsFor(listDeskBookings, { ...dayRange(day, day, timeZone), order: "earliest" }),
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
        <Link to={`${paths.operatorBookings}?view=day`} className="link text-sm">
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
