import {
  anyStatus,
  type Booking,
  listAllBookings,
  listBookings,
  listInterviewerHistory,
} from "@greenroom/contract/schedule/bookings.ts";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { isUnauthorized } from "../../api/errors.ts";
import { pageOptionsFor, queryOptionsFor } from "../../api/query-client.ts";
import type { BookingFilterQuery } from "./history/booking-filter.ts";

/**
 * A slot that was taken must disappear here within ten seconds, and the server's own list may be one second old.
 */
export const slotPollMilliseconds = 8_000;
const bookingPollMilliseconds = 30_000;
/** Polls faster while a meeting is being created, because people wait for its link. */
const meetingPollMilliseconds = 3_000;

/**
 * A user who is no longer signed in would get the same error each time. After any other failure the page polls more
 * often, so that it recovers soon after the server does.
 */
export function pollInterval(milliseconds: number, error: unknown): number | false {
  if (isUnauthorized(error)) return false;
  return error === null ? milliseconds : Math.min(milliseconds, slotPollMilliseconds);
}

/** The user's bookings, pending first. Their possible actions change with time. */
export function useMyBookings() {
  return useQuery({
    ...queryOptionsFor(listBookings),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      pollInterval(
        state.data?.some(awaitsMeeting) ? meetingPollMilliseconds : bookingPollMilliseconds,
        state.error,
      ),
  });
}

/** The pages of all the user's bookings that match a filter, newest first. */
export function useAllBookings(query: BookingFilterQuery) {
  return useInfiniteQuery({
    ...pageOptionsFor(listAllBookings, query),
    staleTime: 0,
    // Keeps the current bookings on screen until those of the new filter are loaded.
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => pollInterval(bookingPollMilliseconds, state.error),
  });
}

/** One of the user's bookings, as a list; empty when they have none with this id. */
export function useOwnBooking(id: string) {
  return useQuery({
    ...queryOptionsFor(listAllBookings, { query: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) => pollInterval(bookingPollMilliseconds, state.error),
  });
}

/** The pages of the interviewer's past interviews that match a filter, newest first. */
export function useInterviewHistory(query: BookingFilterQuery) {
  return useInfiniteQuery({
    ...pageOptionsFor(listInterviewerHistory, { status: anyStatus, ...query }),
    placeholderData: keepPreviousData,
  });
}

function awaitsMeeting(booking: Booking): boolean {
  return booking.status === "pending" && booking.zoomLink === null;
}

interface FallibleQuery {
  data: unknown;
  isError: boolean;
  errorUpdateCount: number;
}

/**
 * True when a query failed. A query without data stays failed during a retry, because its error message would
 * flicker otherwise.
 */
export function isFailedQuery(query: FallibleQuery): boolean {
  return query.isError || (query.data === undefined && query.errorUpdateCount > 0);
}
