import { listAvailability } from "@greenroom/contract/availability.ts";
import { listInterviewerBookings, listInterviewerHistory } from "@greenroom/contract/bookings.ts";
import { getDashboardStats, listEarnings } from "@greenroom/contract/earnings.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { keyOf } from "../../../api/queries.ts";

const changed = [
  listAvailability,
  listInterviewerBookings,
  listInterviewerHistory,
  listEarnings,
  getDashboardStats,
];

/** Has everything of the interviewer's read anew that hangs on an interview. */
export function useRefreshInterviews(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    await Promise.all(changed.map((endpoint) => client.invalidateQueries({ queryKey: keyOf(endpoint) })));
  }, [client]);
}

/** Runs a change and refreshes after it, also when it was refused: then the world has moved. */
export function useChangingInterview() {
  const refresh = useRefreshInterviews();
  return async <Answer>(change: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await change();
    } finally {
      await refresh();
    }
  };
}
