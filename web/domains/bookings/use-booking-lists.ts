import { listSlots, type Slot } from "@greenroom/contract/availability.ts";
import { type Booking, listBookings, listSessions } from "@greenroom/contract/bookings.ts";
import { listLedger } from "@greenroom/contract/credits.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { keyOf, queryOf } from "../../api/queries.ts";

/** Everything that a booking changes, and how it shows here before the server is asked again. */
export function useBookingLists() {
  const queryClient = useQueryClient();
  return useMemo(() => {
    async function takeAway(slot: Slot) {
      // An answer that is on its way was given before this was known.
      await queryClient.cancelQueries({ queryKey: keyOf(listSlots) });
      queryClient.setQueryData(queryOf(listSlots).queryKey, (slots) =>
        slots?.filter(({ _id }) => _id !== slot._id),
      );
    }

    async function add(booking: Booking) {
      await queryClient.cancelQueries({ queryKey: keyOf(listBookings) });
      queryClient.setQueryData(queryOf(listBookings).queryKey, (bookings) =>
        bookings ? [booking, ...bookings.filter(({ _id }) => _id !== booking._id)] : bookings,
      );
    }

    async function refresh() {
      const changed = [listSlots, listBookings, listSessions, listLedger];
      await Promise.all(
        changed.map((endpoint) => queryClient.invalidateQueries({ queryKey: keyOf(endpoint) })),
      );
    }

    return { takeAway, add, refresh };
  }, [queryClient]);
}
