import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { messageOf } from "../../../api/errors.ts";
import { Card } from "../../../ui/card.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { LoadingLines } from "../../../ui/skeleton.tsx";

interface LoadedProps<Data> {
  query: UseQueryResult<Data>;
  /** What is being waited for, said to those who hear the page. */
  loadingLabel: string;
  sentences: { failed: string; network: string };
  children: (data: Data) => ReactNode;
}

/** Loading, failed, or there. What was there once stays, also when it could not be read anew. */
export function Loaded<Data>({ query, loadingLabel, sentences, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  return (
    <Card padded={query.isPending}>
      {query.isPending ? (
        <LoadingLines label={loadingLabel} lines={4} />
      ) : (
        <ErrorState
          message={messageOf(query.error, sentences)}
          onRetry={() => query.refetch()}
          retrying={query.isFetching}
        />
      )}
    </Card>
  );
}
