import type { UseQueryResult } from "@tanstack/react-query";
import { Button } from "../../../ui/button.tsx";
import { CueLight } from "../../../ui/cue-light.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { hasFailed } from "../queries.ts";

interface LoadFailureProps {
  queries: readonly UseQueryResult[];
  message: string;
}

/** Says that something could not be loaded: alone on the page while nothing is there, else as a strip above what is. */
export function LoadFailure({ queries, message }: LoadFailureProps) {
  const failed = queries.filter(hasFailed);
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
      <CueLight status="bad" className="text-base text-red">
        {message}
      </CueLight>
      <Button look="quiet" size="sm" pending={retrying} pendingLabel="Trying again…" onClick={retry}>
        Try again
      </Button>
    </div>
  );
}
