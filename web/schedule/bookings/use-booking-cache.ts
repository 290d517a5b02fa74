import { listLedger } from "@greenroom/contract/money/credits.ts";
import { listSlots, type Slot } from "@greenroom/contract/schedule/availability.ts";
import { type Booking, listAllBookings, listBookings } from "@greenroom/contract/schedule/bookings.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { queryKeyFor, queryOptionsFor } from "../../api/query-client.ts";

/** Updates the cached data that a booking changes, before the server is asked again. */
export function useBookingCache() {
  const queryClient = useQueryClient();
  return useMemo(() => {
    async function removeSlot(slot: Slot) {
      // A response in flight may be older than this change.
      await queryClient.cancelQueries({ queryKey: queryKeyFor(listSlots) });
      queryClient.setQueriesData<Slot[]>({ queryKey: queryKeyFor(listSlots) }, (slots) =>
        slots?.filter(({ _id }) => _id !== slot._id),
      );
    }

    async function addBooking(booking: Booking) {
      await queryClient.cancelQueries({ queryKey: queryKeyFor(listBookings) });
      queryClient.setQueryData(queryOptionsFor(listBookings).queryKey, (bookings) =>
        bookings ? [booking, ...bookings.filter(({ _id }) => _id !== booking._id)] : bookings,
      );
    }

    async function refresh() {
      const affectedEndpoints = [listSlots, listBookings, listAllBookings, listLedger];
      await Promise.all(
        affectedEndpoints.map((endpoint) =>
          queryClient.invalidateQueries({ queryKey: queryKeyFor(endpoint) }),
        ),
      );
    }

    return { takeAway: removeSlot, add: addBooking, refresh };
  }, [queryClient]);
}
