import {
  finishWorkLine,
  getToday,
  getWorkCounts,
  releaseWorkLine,
  reopenWorkLine,
  takeWorkLine,
  type WorkLine,
  type WorkLineKey,
} from "@greenroom/contract/desk/today.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { queryKeyFor, queryOptionsFor } from "../../api/query-client.tsx";
import { useOperatorCall } from "../access/use-operator-call.ts";

const refreshMilliseconds = 20_000;

/** The work queue, which is loaded again while the page is open. */
export function useToday() {
  return useQuery({ ...queryOptionsFor(getToday), refetchInterval: refreshMilliseconds });
}

/** How many lines of each kind wait, for the links of the desk. */
export function useWorkCounts() {
  return useQuery({ ...queryOptionsFor(getWorkCounts), refetchInterval: 3 * refreshMilliseconds });
}

type LineChange =
  | { what: "take" | "release" | "reopen"; line: WorkLineKey }
  | { what: "finish"; line: WorkLine; note: string };

const keyOf = ({ kind, subject }: WorkLineKey) => ({ kind, subject });

/** Takes, gives back, finishes and reopens lines; the queue is loaded again after each, also after a refusal. */
export function useLineChange() {
  const client = useQueryClient();
  const operatorCall = useOperatorCall();
  return useMutation({
    mutationFn: async (change: LineChange) => {
      const body = keyOf(change.line);
      if (change.what === "finish") {
        const { line, note } = change;
        return await operatorCall(finishWorkLine, { body: { ...body, since: line.since, note } });
      }
      if (change.what === "take") return await operatorCall(takeWorkLine, { body });
      if (change.what === "release") return await operatorCall(releaseWorkLine, { body });
      return await operatorCall(reopenWorkLine, { body });
    },
    onSettled: () =>
      Promise.all(
        [getToday, getWorkCounts].map((endpoint) =>
          client.invalidateQueries({ queryKey: queryKeyFor(endpoint) }),
        ),
      ),
  });
}
export type ChangeLine = ReturnType<typeof useLineChange>;
