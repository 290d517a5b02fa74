import { listTimeOff, listWeeklyRules } from "@greenroom/contract/weekly-availability.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { keyOf, queryOf } from "../../../api/queries.ts";
import { useRefreshCalendar } from "../queries.ts";

const network = "Network error or server unavailable.";

export const weeklySentences = {
  load: { failed: "Failed to load your weekly hours.", network },
  save: { failed: "Failed to save your weekly hours.", network },
  remove: { failed: "Failed to delete your weekly hours.", network },
  loadOff: { failed: "Failed to load your time off.", network },
  saveOff: { failed: "Failed to save your time off.", network },
  removeOff: { failed: "Failed to end your time off.", network },
  feed: { failed: "Failed to change your calendar address.", network },
} as const;

export const useWeeklyRules = () => useQuery(queryOf(listWeeklyRules));
export const useTimeOff = () => useQuery(queryOf(listTimeOff));

/** All that a change of the week can change. Settles once it is fresh. */
export function useRefreshWeek(): () => Promise<void> {
  const client = useQueryClient();
  const refreshCalendar = useRefreshCalendar();
  return async () => {
    await Promise.all([
      refreshCalendar(),
      ...[listWeeklyRules, listTimeOff].map((endpoint) =>
        client.invalidateQueries({ queryKey: keyOf(endpoint) }),
      ),
    ]);
  };
}
