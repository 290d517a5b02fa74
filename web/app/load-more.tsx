import { useRef } from "react";
import { Button } from "../ui/actions/button.tsx";
import { StatusMessage } from "../ui/status/status-message.tsx";

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
