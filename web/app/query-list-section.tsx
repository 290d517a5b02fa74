import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import type { ListPage } from "../api/client.ts";
import { Card } from "../ui/display/card.tsx";
import { EmptyState } from "../ui/status/empty-state.tsx";
import { ErrorState } from "../ui/status/error-state.tsx";
import { LoadingLines } from "../ui/status/skeleton.tsx";
import { LoadMore } from "./load-more.tsx";

interface QueryListSectionProps<Row> {
  title: string;
  query: UseInfiniteQueryResult<InfiniteData<ListPage<Row[]>>>;
  failureMessage: string;
  empty: { title: string; detail: string };
  /** The plural name of the list's entries: "purchases". */
  itemsLabel: string;
  children: (rows: Row[]) => ReactNode;
}

/**
 * A list from the server with a heading: loading, failed, empty or filled, with a button for its next page.
 */
export function QueryListSection<Row>({
  title,
  query,
  failureMessage,
  empty,
  itemsLabel,
  children,
}: QueryListSectionProps<Row>) {
  const titleId = useId();
  const rows = query.data?.pages.flatMap(({ output }) => output);
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="mb-3 text-xl">
        {title}
      </h2>
      <Card padded={query.isPending} className="overflow-hidden">
        {query.isPending && <LoadingLines />}
        {query.isError && rows === undefined && (
          <ErrorState message={failureMessage} onRetry={() => query.refetch()} retrying={query.isFetching} />
        )}
        {rows !== undefined && (rows.length === 0 ? <EmptyState {...empty} /> : children(rows))}
      </Card>
      <LoadMore query={query} noun={itemsLabel} />
    </section>
  );
}
