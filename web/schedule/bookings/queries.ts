import { anyStatus, type Booking } from "@greenroom/contract/schedule/bookings.ts";
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useEffectEvent, useRef } from "react";
import { useSearchParams } from "react-router";
import { ApiError, call, isUnauthorized, networkMessages } from "../../api/client.ts";
import type { EndpointName } from "../../api/endpoints.ts";
import { pageOptionsFor, queryKeyFor, queryOptionsFor, useReload } from "../../api/query-client.tsx";
import { withParameters } from "../../paths.ts";
import { useUser } from "../../session/session.tsx";
import type { Notice } from "../../ui/status.tsx";
import type { BookingFilterQuery } from "./booking-filter.ts";

/**
 * A slot that was taken must disappear here within ten seconds, and the server's own list may be one second old.
 */
export const slotPollMilliseconds = 8_000;
/** A part of the page that appears with an answer must not ask for it again. */
export const freshMilliseconds = 1_000;
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
    ...queryOptionsFor("GET /api/user/bookings"),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      pollInterval(
        state.data?.some(awaitsMeeting) ? meetingPollMilliseconds : bookingPollMilliseconds,
        state.error,
      ),
  });
}

/**
 * The slot in the address, with a function to choose another one. A slot that they chose and that is held for them is
 * released, because they have a session to book it with; one that is offered to them stays theirs.
 */
export function useSlotInAddress() {
  const [address, setAddress] = useSearchParams();
  const { sessionCount } = useUser();
  const slotId = address.get("slot");
  const client = useQueryClient();
  const { data: slot = null } = useQuery({
    ...queryOptionsFor("GET /api/slots/:id", { params: { id: slotId ?? "" } }),
    enabled: slotId !== null,
    staleTime: 0,
  });
  const isHeld = slot?.state === "yours" && sessionCount > 0;
  useEffect(() => {
    if (!isHeld) return;
    void call("DELETE /api/user/slot-hold").finally(() => {
      for (const endpoint of ["GET /api/slots/:id", "GET /api/user/slots"] as const)
        void client.invalidateQueries({ queryKey: queryKeyFor(endpoint) });
    });
  }, [isHeld, client]);
  const choose = useCallback(
    (id: string) =>
      setAddress((current) => withParameters(current, { slot: id }), {
        replace: true,
        preventScrollReset: true,
      }),
    [setAddress],
  );
  return { slotId, slot, choose };
}

/** The pages of all the user's bookings that match a filter, newest first. */
export function useAllBookings(query: BookingFilterQuery) {
  return useInfiniteQuery({
    ...pageOptionsFor("GET /api/user/sessions", query),
    staleTime: 0,
    // Keeps the current bookings on screen until those of the new filter are loaded.
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => pollInterval(bookingPollMilliseconds, state.error),
  });
}

/** One of the user's bookings, as a list; empty when they have none with this id. */
export function useOwnBooking(id: string) {
  return useQuery({
    ...queryOptionsFor("GET /api/user/sessions", { query: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) => pollInterval(bookingPollMilliseconds, state.error),
  });
}

/** The pages of the interviewer's past interviews that match a filter, newest first. */
export function useInterviewHistory(query: BookingFilterQuery) {
  return useInfiniteQuery({
    ...pageOptionsFor("GET /api/interviewer/history", { status: anyStatus, ...query }),
    placeholderData: keepPreviousData,
  });
}

function awaitsMeeting(booking: Booking): boolean {
  return booking.status === "pending" && booking.zoomLink === null;
}

/**
 * True when a query failed. A query without data stays failed during a retry, because its error message would
 * flicker otherwise.
 */
export function isFailedQuery(query: { data: unknown; isError: boolean; errorUpdateCount: number }): boolean {
  return query.isError || (query.data === undefined && query.errorUpdateCount > 0);
}

export type RunChange = <Answer>(change: () => Promise<Answer>) => Promise<Answer>;

/** Runs a change and reloads what depends on it, also after a refusal, which means that the data has changed. */
export function useChange(reload: () => Promise<unknown>): RunChange {
  return async (change) => {
    try {
      return await change();
    } finally {
      await reload();
    }
  };
}

const bookingEndpoints: readonly EndpointName[] = [
  "GET /api/user/slots",
  "GET /api/user/bookings",
  "GET /api/user/sessions",
  "GET /api/user/credits",
  "GET /api/slots/:id",
];

/** Reloads what a booking changes. */
export const useRefreshBookings = () => useReload(bookingEndpoints);

/**
 * The messages of the booking screens (requirements §5, §8). The server's own message replaces `failed`, and ❌ comes
 * before either of them.
 */
const network = networkMessages.checkConnection;

export const bookingMessages = {
  loading: "Error connecting to the server. Please try again later.",
  noSlotChosen: "Please select an available slot.",
  booking: { failed: "Booking failed", network },
  meeting: { failed: "The meeting could not be created.", network },
  bookingUnchanged:
    "You're booked, and the meeting is still being created. The link will appear under Your Upcoming Bookings.",
  sessionsLoading: "Failed to load sessions.",
} as const;

/**
 * For a dialog that changes a booking and shows a refusal itself. If another tab has changed the booking, the reload
 * after the refusal removes the dialog together with the action, and `onLost` receives the refusal instead.
 */
export function useLostRefusal(onLost: (notice: Notice) => void) {
  const isGone = useRef(false);
  const shown = useRef<Notice | null>(null);
  const passOn = useEffectEvent(() => {
    if (shown.current !== null) onLost(shown.current);
  });
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      passOn();
    };
  }, []);
  return {
    /** The reload may remove the dialog before or after this. */
    record(error: Error) {
      if (!(error instanceof ApiError) || error.code !== "conflict") return;
      const notice: Notice = { message: error.msg, tone: "wait" };
      if (isGone.current) onLost(notice);
      else shown.current = notice;
    },
    /** The person has read it, or tries again. */
    clear() {
      shown.current = null;
    },
  };
}
