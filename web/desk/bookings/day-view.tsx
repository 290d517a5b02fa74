import type { DeskBooking } from "@greenroom/contract/desk/bookings/bookings.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatTimeRange } from "../../format/times.ts";
import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/content.tsx";
import { Card } from "../../ui/panels.tsx";
import { BookingPill } from "./booking-states.tsx";

interface DayViewProps {
  bookings: readonly DeskBooking[];
  timeZone: string;
  /** Names the next step on a day without bookings. */
  empty?: { detail: string; action: ReactNode } | undefined;
}

/** The bookings of one day in order of time. Those that start at the same time form a group. */
export function DayView({ bookings, timeZone, empty }: DayViewProps) {
  if (bookings.length === 0) {
    return (
      <Card padded={false}>
        <EmptyState
          title="No bookings on this day"
          detail={empty?.detail ?? "Choose another day, or fewer filters."}
          action={empty?.action}
        />
      </Card>
    );
  }
  const byStart = new Map<string, DeskBooking[]>();
  for (const booking of bookings) {
    byStart.set(booking.startTime, [...(byStart.get(booking.startTime) ?? []), booking]);
  }
  return (
    <ol className="grid gap-4">
      {[...byStart].map(([startTime, together]) => (
        <li key={startTime} className="grid gap-2 sm:grid-cols-[8rem_1fr]">
          <h2 className="pt-3 font-text text-base font-semibold tabular text-ink-2">
            {formatTimeRange(new Date(startTime), new Date(together[0]?.endTime ?? startTime), timeZone)}
          </h2>
          <ul className="grid gap-2 xl:grid-cols-2">
            {together.map((booking) => (
              <li key={booking._id}>
                <Link
                  to={paths.operatorBooking(booking._id)}
                  className="flex flex-wrap items-center justify-between gap-2 rounded-md border border-line bg-card px-4 py-3 hover:border-edge"
                >
                  <span className="min-w-0">
                    <span className="block font-semibold">{booking.interviewer.name}</span>
                    <span className="block text-sm text-ink-2">with {booking.interviewee.name}</span>
                  </span>
                  <BookingPill {...booking} />
                </Link>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
