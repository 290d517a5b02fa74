import { listTimeOff, listWeeklyRules } from "@greenroom/contract/schedule/weekly-availability.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { networkMessages } from "../../../api/network-messages.ts";
import { queryKeyFor, queryOptionsFor } from "../../../api/query-client.ts";
import { useRefreshCalendar } from "../queries.ts";

const network = networkMessages.unavailable;

export const weeklyMessages = {
  load: { failed: "Failed to load your weekly hours.", network },
  save: { failed: "Failed to save your weekly hours.", network },
  remove: { failed: "Failed to delete your weekly hours.", network },
  loadOff: { failed: "Failed to load your time off.", network },
  saveOff: { failed: "Failed to save your time off.", network },
  removeOff: { failed: "Failed to end your time off.", network },
  loadFeed: { failed: "Failed to load your calendar link.", network },
  changeFeed: { failed: "Failed to change your calendar link.", network },
} as const;

export const useWeeklyRules = () => useQuery(queryOptionsFor(listWeeklyRules));
export const useTimeOff = () => useQuery(queryOptionsFor(listTimeOff));

/**
 * Returns a function that reloads everything that depends on the weekly hours. Its promise resolves after all of it
 * is loaded.
 */
export function useRefreshWeeklyHours(): () => Promise<void> {
  const client = useQueryClient();
  const refreshCalendar = useRefreshCalendar();
  return async () => {
    await Promise.all([
      refreshCalendar(),
      ...[listWeeklyRules, listTimeOff].map((endpoint) =>
        client.invalidateQueries({ queryKey: queryKeyFor(endpoint) }),
      ),
    ]);
  };
}
