import { listBookings, listSessions } from "@greenroom/contract/bookings.ts";
import { listFeedback } from "@greenroom/contract/feedback.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { keyOf, queryOf } from "../../api/queries.ts";

interface Given {
  interviewScore: number;
  overallSummary: string;
}

/** Everything that a given feedback changes, and how it shows here before the server is asked again. */
export function useFeedbackLists() {
  const queryClient = useQueryClient();
  return useMemo(() => {
    async function refresh() {
      await Promise.all(
        [listSessions, listBookings, listFeedback].map((endpoint) =>
          queryClient.invalidateQueries({ queryKey: keyOf(endpoint) }),
        ),
      );
    }

    function write(bookingId: string, { interviewScore, overallSummary }: Given) {
      queryClient.setQueryData(queryOf(listSessions).queryKey, (sessions) =>
        sessions?.map((session) =>
          session._id === bookingId ? { ...session, feedback: { interviewScore, overallSummary } } : session,
        ),
      );
      void refresh();
    }

    return { write, refresh };
  }, [queryClient]);
}
