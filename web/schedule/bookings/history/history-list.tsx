import { bookingStatuses, type InterviewerBooking } from "@greenroom/contract/schedule/bookings.ts";
import { type ReactNode, useId } from "react";
import { networkMessages } from "../../../api/network-messages.ts";
import { LoadMore } from "../../../app/load-more.tsx";
import { QueryContent } from "../../../app/query-content.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { EmptyState } from "../../../ui/status/empty-state.tsx";
import type { Notice } from "../../../ui/status/status-message.tsx";
import { useInterviewHistory } from "../queries.ts";
import { isFiltering } from "./booking-filter.ts";
import { BookingFilters } from "./booking-filters.tsx";
import { HistoryItem } from "./history-item.tsx";
import { NoMatch } from "./no-match.tsx";
import { useBookingFilter } from "./use-booking-filter.ts";

const messages = {
  failed: "Failed to load your interviews.",
  network: networkMessages.unavailable,
};

interface HistoryListProps {
  timeZone: string;
  onUploadFeedback: (booking: InterviewerBooking) => void;
  onWriteFeedback: (booking: InterviewerBooking) => void;
  /** Called with the result of a report or another change. */
  onDone: (notice: Notice) => void;
}

const overStatuses = bookingStatuses.filter((status) => status !== "pending");

/** Past interviews: completed ones and, separately, those that did not take place. */
export function HistoryList(props: HistoryListProps) {
  const { filter, query, setFilter } = useBookingFilter(props.timeZone);
  const history = useInterviewHistory(query);
  // Until the new filter's bookings are loaded, an empty list does not mean that there are none.
  const isFiltered = isFiltering(filter) || history.isPlaceholderData;
  const isEmpty = history.data?.pages[0]?.output.length === 0;
  return (
    <>
      {(isFiltered || !(isEmpty || history.data === undefined)) && (
        <BookingFilters
          filter={filter}
          searchLabel="Search by interviewee"
          statuses={overStatuses}
          onChange={setFilter}
        />
      )}
      <QueryContent query={history} loadingLabel="Loading your interviews…" messages={messages}>
        {({ pages }) => {
          const bookings = pages.flatMap(({ output }) => output);
          const completed = bookings.filter(({ status }) => status === "completed");
          const missed = bookings.filter(({ status }) => status !== "completed");
          if (isFiltered && bookings.length === 0) return <NoMatch itemsLabel="interviews" />;
          return (
            <>
              {(!isFiltered || completed.length > 0) && (
                <HistoryGroup
                  title="Completed interviews"
                  {...props}
                  bookings={completed}
                  fallback={<NoHistory />}
                />
              )}
              {missed.length > 0 && <HistoryGroup title="Did not take place" {...props} bookings={missed} />}
              <LoadMore query={history} noun="interviews" />
            </>
          );
        }}
      </QueryContent>
    </>
  );
}

interface HistoryGroupProps extends HistoryListProps {
  title: string;
  bookings: readonly InterviewerBooking[];
  /** Shown instead of an empty list. */
  fallback?: ReactNode;
}

function HistoryGroup({
  title,
  bookings,
  fallback,
  timeZone,
  onUploadFeedback,
  onWriteFeedback,
  onDone,
}: HistoryGroupProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mb-8">
      <h2 id={id} className="mb-3 text-xl">
        {title}
      </h2>
      {bookings.length === 0 ? (
        fallback
      ) : (
        <ul className="grid gap-3">
          {bookings.map((booking) => (
            <li key={booking._id}>
              <HistoryItem
                booking={booking}
                timeZone={timeZone}
                onUploadFeedback={() => onUploadFeedback(booking)}
                onWriteFeedback={() => onWriteFeedback(booking)}
                onDone={onDone}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function NoHistory() {
  return (
    <Card padded={false}>
      <EmptyState
        title="No completed interviews yet"
        detail="An interview appears here when it has ended. Upload your feedback then, and we credit your earning."
      />
    </Card>
  );
}
