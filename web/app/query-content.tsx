import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { type ReactNode, useId, useRef } from "react";
import { errorMessage, isWrongAddress, type ListPage } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/content.tsx";
import { ErrorState, LoadingLines } from "../ui/loading.tsx";
import { Card } from "../ui/panels.tsx";
import { StatusMessage } from "../ui/status.tsx";

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
  /** How many lines the loading state has. */
  lines?: number;
  /** Inside a card or dialog, where the states need no card of their own. */
  isInline?: boolean;
  children: (data: Data) => ReactNode;
}

/** Shows a loading state or an error until there is data. An error of a later refresh does not hide the data. */
export function QueryContent<Data>({
  query,
  loadingLabel,
  messages,
  lines = 4,
  isInline = false,
  children,
}: QueryContentProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  const state = query.isPending ? (
    <LoadingLines label={loadingLabel} lines={lines} />
  ) : (
    <ErrorState
      message={errorMessage(query.error, messages)}
      onRetry={isWrongAddress(query.error) ? undefined : () => query.refetch()}
      retrying={query.isFetching}
    />
  );
  return isInline ? state : <Card padded={query.isPending}>{state}</Card>;
}

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

interface PagedQuery {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
}

interface LoadMoreProps {
  query: PagedQuery;
  /** The plural name of the list's entries: "sessions". */
  noun: string;
}

/**
 * The button for the next page of a list. After the last page, a sentence replaces the button and gets the
 * focus.
 */
export function LoadMore({ query, noun }: LoadMoreProps) {
  const isAsked = useRef(false);
  if (!query.hasNextPage) {
    if (!isAsked.current) return null;
    return (
      <p
        ref={(sentence) => {
          // The button that had the focus is gone.
          if (document.activeElement === document.body) sentence?.focus();
        }}
        tabIndex={-1}
        className="py-4 text-center text-sm text-ink-2"
      >
        There are no more {noun}.
      </p>
    );
  }
  const fetchMore = () => {
    isAsked.current = true;
    void query.fetchNextPage();
  };
  return (
    <div className="grid justify-items-center gap-2 py-4">
      <Button
        variant="quiet"
        pending={query.isFetchingNextPage}
        pendingLabel={`Loading more ${noun}…`}
        onClick={fetchMore}
      >
        Show more {noun}
      </Button>
      <StatusMessage
        message={query.isFetchNextPageError ? `More ${noun} could not be loaded.` : null}
        tone="bad"
      />
    </div>
  );
}
