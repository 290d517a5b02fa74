import { getDashboardStats, listEarnings } from "@greenroom/contract/money/earnings.ts";
import { listAvailability } from "@greenroom/contract/schedule/availability.ts";
import { listInterviewerBookings, listInterviewerHistory } from "@greenroom/contract/schedule/bookings.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { queryKeyFor } from "../../../api/query-client.ts";

const affectedEndpoints = [
  listAvailability,
  listInterviewerBookings,
  listInterviewerHistory,
  listEarnings,
  getDashboardStats,
];

/** Returns a function that reloads all data of the interviewer that depends on interviews. */
export function useRefreshInterviews(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    await Promise.all(
      affectedEndpoints.map((endpoint) => client.invalidateQueries({ queryKey: queryKeyFor(endpoint) })),
    );
  }, [client]);
}

/** Runs a change and reloads the data after it, also after a refusal, which means that the data has changed. */
export function useInterviewChange() {
  const refresh = useRefreshInterviews();
  return async <Answer>(change: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await change();
    } finally {
      await refresh();
    }
  };
}
