import { listFeedback } from "@greenroom/contract/review/feedback.ts";
import { type Booking, listAllBookings, listBookings } from "@greenroom/contract/schedule/bookings.ts";
import { type InfiniteData, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ListPage } from "../../api/client.ts";
import { pagesKeyFor, queryKeyFor } from "../../api/query-client.ts";

interface SubmittedRating {
  interviewScore: number;
  overallSummary: string;
}

/** Updates the cached data that a rating changes, before the server is asked again. */
export function useRatingCache() {
  const queryClient = useQueryClient();
  return useMemo(() => {
    async function refresh() {
      await Promise.all(
        [listAllBookings, listBookings, listFeedback].map((endpoint) =>
          queryClient.invalidateQueries({ queryKey: queryKeyFor(endpoint) }),
        ),
      );
    }

    function setRating(bookingId: string, { interviewScore, overallSummary }: SubmittedRating) {
      queryClient.setQueriesData<InfiniteData<ListPage<Booking[]>>>(
        { queryKey: pagesKeyFor(listAllBookings) },
        (bookings) =>
          bookings && {
            ...bookings,
            pages: bookings.pages.map((page) => ({
              ...page,
              output: page.output.map((booking) =>
                booking._id === bookingId
                  ? { ...booking, feedback: { interviewScore, overallSummary } }
                  : booking,
              ),
            })),
          },
      );
      void refresh();
    }

    return { write: setRating, refresh };
  }, [queryClient]);
}
