import type { ReactNode } from "react";
import { errorMessage, isWrongAddress } from "../api/errors.ts";
import { Card } from "../ui/display/card.tsx";
import { ErrorState } from "../ui/status/error-state.tsx";
import { LoadingLines } from "../ui/status/skeleton.tsx";

/** The part of a result of `useQuery` or `useInfiniteQuery` that the loading and error states need. */
export interface QueryState<Data> {
  data: Data | undefined;
  error: Error | null;
  isPending: boolean;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
}

interface QueryContentProps<Data> {
  query: QueryState<Data>;
  /** The label of the loading state, for screen readers. */
  loadingLabel: string;
  messages: { failed: string; network: string };
  children: (data: Data) => ReactNode;
}

/** Shows a loading state or an error until there is data. An error of a later refresh does not hide the data. */
export function QueryContent<Data>({ query, loadingLabel, messages, children }: QueryContentProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  return (
    <Card padded={query.isPending}>
      {query.isPending ? (
        <LoadingLines label={loadingLabel} lines={4} />
      ) : (
        <ErrorState
          message={errorMessage(query.error, messages)}
          onRetry={isWrongAddress(query.error) ? undefined : () => query.refetch()}
          retrying={query.isFetching}
        />
      )}
    </Card>
  );
}
