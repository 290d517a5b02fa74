import { formatNamedMoment } from "@greenroom/contract/kernel/time-zones.ts";
import type { Booking, InterviewerBooking } from "@greenroom/contract/schedule/bookings.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { isUnauthorized } from "../api/client.ts";
import { queryOptionsFor } from "../api/query-client.tsx";
import { rememberNextInterview, renewSubscription } from "../app/device.ts";
import { formatDateTime } from "../format/times.ts";
import { useTimeZone, useUser } from "../session/session.tsx";
import { Countdown } from "../ui/content.tsx";
import { useNow } from "../ui/hooks.ts";
import { StatusDot } from "../ui/status.tsx";
import { sidesOf } from "./bookings/booking-text.ts";
import { JoinMeeting } from "./join-meeting.tsx";

/** How long before the start an interview is announced on every page of the dashboards. */
export const announcedMinutes = 60;

interface Interview {
  status: string;
  unclear: object | null;
  startTime: string;
  endTime: string;
}

/** The interview that is on now or comes next; null without one. */
function findNext<T extends Interview>(interviews: readonly T[], now: Date): T | null {
  const ahead = interviews.filter(
    ({ status, unclear, endTime }) =>
      // What ended early is over, although it waits for an answer.
      status === "pending" && unclear === null && Date.parse(endTime) > now.getTime(),
  );
  return ahead.sort((a, b) => Date.parse(a.startTime) - Date.parse(b.startTime))[0] ?? null;
}

/** The interview that is on now or starts within the hour, the earliest first; null without one. */
export function findNextInterview<T extends Interview>(interviews: readonly T[], now: Date): T | null {
  const next = findNext(interviews, now);
  const isAnnounced =
    next !== null && Date.parse(next.startTime) <= now.getTime() + announcedMinutes * 60_000;
  return isAnnounced ? next : null;
}

/** How often the page looks for an interview that begins soon, in milliseconds. */
const lookMilliseconds = 20_000;
/** An interview can be booked, moved and canceled while the page is open. */
const pollMilliseconds = 60_000;
/** Both lists begin with the soonest. Enough to find the next one behind interviews that are over but not yet settled. */
const firstRows = { limit: "5" };

/** The user's interview that is on or begins within the hour, on every page of the dashboards. */
export function NextInterviewBanner() {
  const isInterviewer = useUser().role === "interviewer";
  const given = useQuery({
    ...queryOptionsFor("GET /api/interviewer/bookings", { query: firstRows }),
    ...polled,
    enabled: isInterviewer,
  });
  const own = useQuery({
    ...queryOptionsFor("GET /api/user/bookings", { query: firstRows }),
    ...polled,
    enabled: !isInterviewer,
  });
  const { data } = isInterviewer ? given : own;
  const bookings: readonly (Booking | InterviewerBooking)[] = data ?? [];
  useRememberedInterview(data);
  const booking = findNextInterview(bookings, useNow(lookMilliseconds));
  return booking && <Announcement booking={booking} />;
}

/** Keeps the next interview for when there is no connection. `bookings` is undefined until they are loaded. */
function useRememberedInterview(bookings: readonly (Booking | InterviewerBooking)[] | undefined): void {
  const timeZone = useTimeZone();
  useEffect(() => void renewSubscription(), []);
  useEffect(() => {
    if (bookings === undefined) return;
    const next = findNext(bookings, new Date());
    if (next === null) return void rememberNextInterview(null);
    void rememberNextInterview({
      otherName: sidesOf(next).otherName,
      when: formatNamedMoment(new Date(next.startTime), timeZone),
      seen: formatDateTime(new Date(), timeZone),
      endTime: next.endTime,
    });
  }, [bookings, timeZone]);
}

const polled = {
  staleTime: pollMilliseconds / 2,
  // A user who is no longer signed in would get the same error each time.
  refetchInterval: ({ state }: { state: { error: Error | null } }) =>
    isUnauthorized(state.error) ? (false as const) : pollMilliseconds,
};

function Announcement({ booking }: { booking: Booking | InterviewerBooking }) {
  const now = useNow(1_000);
  const startsAt = new Date(booking.startTime);
  const { otherName } = sidesOf(booking);
  if (new Date(booking.endTime) <= now) return null;
  return (
    <section
      aria-label="Your next interview"
      // One line on a phone, without the name: the page below has more to show.
      className="mb-2 flex items-center justify-between gap-x-3 rounded-md border border-green-line bg-green-tint px-3 py-0.5 sm:mb-6 sm:flex-wrap sm:gap-x-4 sm:gap-y-3 sm:px-4 sm:py-3 print:hidden"
    >
      <p className="flex min-w-0 flex-1 items-baseline gap-3 text-sm font-semibold sm:basis-48 sm:text-base">
        <StatusDot status={startsAt <= now ? "live" : "ready"} />
        <span className="min-w-0 break-words">
          Your interview <span className="max-sm:sr-only">with {otherName} </span>
          {startsAt <= now ? (
            "is on now"
          ) : (
            <>
              starts in <Countdown until={startsAt} now={now} />
            </>
          )}
        </span>
      </p>
      {booking.allowedActions.includes("join") && (
        <JoinMeeting booking={booking} label="Join" size="sm" isOneLine />
      )}
    </section>
  );
}
