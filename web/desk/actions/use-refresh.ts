import { getToday, getWorkCounts } from "@greenroom/contract/desk/today.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { queryKeyFor } from "../../api/query-client.tsx";

/**
 * Reloads what the page shows. An action was refused because somebody else has changed something, so the page is outdated,
 * whatever it shows.
 */
export function useRefreshPage(): () => void {
  const client = useQueryClient();
  return useCallback(() => void client.invalidateQueries({ type: "active" }), [client]);
}

/** An action can end a line of the work queue, which Today lists and the desk's links count. */
const workQueue = [getToday, getWorkCounts];

/**
 * Reloads the cached answers of these endpoints after an action, and the work queue. Keep the list outside the
 * component.
 */
export function useRefresh(endpoints: readonly { readonly path: string }[]): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    await Promise.all(
      [...endpoints, ...workQueue].map((endpoint) =>
        client.invalidateQueries({ queryKey: queryKeyFor(endpoint) }),
      ),
    );
  }, [client, endpoints]);
}
