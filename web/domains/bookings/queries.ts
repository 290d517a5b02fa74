import { listSlots } from "@greenroom/contract/availability.ts";
import { type Booking, listBookings, listSessions } from "@greenroom/contract/bookings.ts";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { isSessionEnded } from "../../api/errors.ts";
import { queryOf } from "../../api/queries.ts";

/** A slot that goes must be gone here within ten seconds; the server's own list may be one second old. */
const slotsEveryMilliseconds = 8_000;
const bookingsEveryMilliseconds = 30_000;
/** While a room is being made, its link is what people wait for. */
const roomEveryMilliseconds = 3_000;

/**
 * Who is not signed in any more gets the same answer however often they ask. After any other failure it is looked for the
 * server more often, so that the page is itself again soon after it came back.
 */
function pollEvery(milliseconds: number, error: unknown): number | false {
  if (isSessionEnded(error)) return false;
  return error === null ? milliseconds : Math.min(milliseconds, slotsEveryMilliseconds);
}

/** Every open slot of the next 60 days, asked anew for as long as the page is seen. */
export function useOpenSlots() {
  return useQuery({
    ...queryOf(listSlots),
    staleTime: 0,
    refetchInterval: ({ state }) => pollEvery(slotsEveryMilliseconds, state.error),
  });
}

/** My bookings, pending first; what may be done with them changes as time goes by. */
export function useMyBookings() {
  return useQuery({
    ...queryOf(listBookings),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      pollEvery(
        state.data?.some(awaitsRoom) ? roomEveryMilliseconds : bookingsEveryMilliseconds,
        state.error,
      ),
  });
}

/** All my bookings, newest first. */
export function useMySessions() {
  return useQuery({
    ...queryOf(listSessions),
    staleTime: 0,
    refetchInterval: ({ state }) => pollEvery(bookingsEveryMilliseconds, state.error),
  });
}

function awaitsRoom(booking: Booking): boolean {
  return booking.status === "pending" && booking.zoomLink === null;
}

/** Whether a load failed. One that has nothing to show stays failed while it is tried again, or its error would flicker. */
export function hasFailed(query: UseQueryResult): boolean {
  return query.isError || (query.data === undefined && query.errorUpdateCount > 0);
}
