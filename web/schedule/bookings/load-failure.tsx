import type { QueryState } from "../../app/query-content.tsx";
import { Button } from "../../ui/actions/button.tsx";
import { ErrorState } from "../../ui/status/error-state.tsx";
import { StatusLight } from "../../ui/status/status-light.tsx";
import { isFailedQuery } from "./queries.ts";

interface LoadFailureProps {
  queries: readonly (QueryState<unknown> & Parameters<typeof isFailedQuery>[0])[];
  message: string;
}

/** Shows that loading failed: as the whole page without any data, otherwise as a strip above the data. */
export function LoadFailure({ queries, message }: LoadFailureProps) {
  const failed = queries.filter(isFailedQuery);
  if (failed.length === 0) return null;
  const retry = () => void Promise.all(failed.map((query) => query.refetch()));
  const retrying = failed.some((query) => query.isFetching);
  if (queries.every((query) => query.data === undefined)) {
    return <ErrorState message={message} onRetry={retry} retrying={retrying} />;
  }
  return (
    <div
      role="alert"
      className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-sm border border-red-line bg-red-tint px-4 py-2.5"
    >
      <StatusLight status="bad" className="text-base text-red">
        {message}
      </StatusLight>
      <Button variant="quiet" size="sm" pending={retrying} pendingLabel="Trying again…" onClick={retry}>
        Try again
      </Button>
    </div>
  );
}
