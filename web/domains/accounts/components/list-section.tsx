import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { Card } from "../../../ui/card.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { LoadingLines } from "../../../ui/skeleton.tsx";

interface ListSectionProps<Row> {
  title: string;
  query: UseQueryResult<Row[]>;
  failure: string;
  empty: { title: string; detail: string };
  children: (rows: Row[]) => ReactNode;
}

/** A list of the server's under its heading: loading, failed, empty or there. */
export function ListSection<Row>({ title, query, failure, empty, children }: ListSectionProps<Row>) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="mb-3 text-xl">
        {title}
      </h2>
      <Card padded={query.isPending} className="overflow-hidden">
        {query.isPending && <LoadingLines />}
        {query.isError && (
          <ErrorState message={failure} onRetry={() => query.refetch()} retrying={query.isFetching} />
        )}
        {query.isSuccess && (query.data.length === 0 ? <EmptyState {...empty} /> : children(query.data))}
      </Card>
    </section>
  );
}
