import { getProgress } from "@greenroom/contract/review/reports/progress.ts";
import { getReport } from "@greenroom/contract/review/reports/reports.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { queryKeyFor } from "../../api/query-client.ts";

/** Stores whether an exercise or a next step is done, and reads again what shows it. */
export function useTick(store: (done: boolean) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: store,
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: queryKeyFor(getReport) }),
        queryClient.invalidateQueries({ queryKey: queryKeyFor(getProgress) }),
      ]),
  });
}
