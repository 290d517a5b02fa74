import { listLedger } from "@greenroom/contract/money/payments.ts";
import { listSlots } from "@greenroom/contract/schedule/availability.ts";
import {
  anyStatus,
  type Booking,
  listAllBookings,
  listBookings,
  listInterviewerHistory,
} from "@greenroom/contract/schedule/bookings.ts";
import { getSlot, releaseSlotHold } from "@greenroom/contract/schedule/holds.ts";
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useEffectEvent, useRef } from "react";
import { useSearchParams } from "react-router";
import { ApiError, call, isUnauthorized, networkMessages } from "../../api/client.ts";
import { pageOptionsFor, queryKeyFor, queryOptionsFor } from "../../api/query-client.tsx";
import { useUser } from "../../session/session.tsx";
import type { Notice } from "../../ui/status.tsx";
import { type BookingFilterQuery, withParameters } from "./booking-filter.ts";

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
    ...queryOptionsFor(getSlot, { params: { id: slotId ?? "" } }),
    enabled: slotId !== null,
    staleTime: 0,
  });
  const isHeld = slot?.state === "yours" && sessionCount > 0;
  useEffect(() => {
    if (!isHeld) return;
    void call(releaseSlotHold).finally(() => {
      for (const endpoint of [getSlot, listSlots])
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

/**
 * True when a query failed. A query without data stays failed during a retry, because its error message would
 * flicker otherwise.
 */
export function isFailedQuery(query: { data: unknown; isError: boolean; errorUpdateCount: number }): boolean {
  return query.isError || (query.data === undefined && query.errorUpdateCount > 0);
}

/** Returns a function that reloads the answers of these endpoints. Its promise resolves after all are loaded. */
export function useReload(endpoints: readonly { readonly path: string }[]): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    await Promise.all(
      endpoints.map((endpoint) => client.invalidateQueries({ queryKey: queryKeyFor(endpoint) })),
    );
  }, [client, endpoints]);
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

const bookingEndpoints = [listSlots, listBookings, listAllBookings, listLedger, getSlot];

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
