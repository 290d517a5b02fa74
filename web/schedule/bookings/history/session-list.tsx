import { type Booking, bookingStatuses } from "@greenroom/contract/schedule/bookings.ts";
import { Link, useSearchParams } from "react-router";
import { LoadMore } from "../../../app/load-more.tsx";
import { paths } from "../../../paths.ts";
import { useTimeZone } from "../../../session/use-time-zone.ts";
import { buttonClass } from "../../../ui/actions/button-class.ts";
import { Card } from "../../../ui/display/card.tsx";
import { EmptyState } from "../../../ui/status/empty-state.tsx";
import { LoadingLines } from "../../../ui/status/skeleton.tsx";
import { LoadFailure } from "../load-failure.tsx";
import { bookingMessages } from "../messages.ts";
import { isFailedQuery, useAllBookings } from "../queries.ts";
import { isFiltering } from "./booking-filter.ts";
import { BookingFilters } from "./booking-filters.tsx";
import { BookingListItem } from "./booking-list-item.tsx";
import { NoMatch } from "./no-match.tsx";
import { useBookingFilter } from "./use-booking-filter.ts";

interface SessionListProps {
  onRated?: () => void;
}

/** All bookings of the user, which screens call sessions, newest first, with filters. */
export function SessionList({ onRated }: SessionListProps) {
  const timeZone = useTimeZone();
  const { filter, query, setFilter } = useBookingFilter(timeZone);
  const bookings = useAllBookings(query);
  const sessions = bookings.data?.pages.flatMap(({ output }) => output);
  // Until the new filter's bookings are loaded, an empty list does not mean that there are none.
  const isFiltered = isFiltering(filter) || bookings.isPlaceholderData;
  return (
    <>
      {(isFiltered || (sessions !== undefined && sessions.length > 0)) && (
        <BookingFilters
          filter={filter}
          searchLabel="Search by interviewer"
          statuses={bookingStatuses}
          onChange={setFilter}
        />
      )}
      {/* If the next page failed to load, the end of the list shows the error. */}
      {!bookings.isFetchNextPageError && (
        <LoadFailure queries={[bookings]} message={bookingMessages.sessionsLoading} />
      )}
      {sessions === undefined && !isFailedQuery(bookings) && (
        <LoadingLines label="Loading your sessions…" lines={6} />
      )}
      {sessions !== undefined && sessions.length > 0 && (
        <Sessions sessions={sessions} timeZone={timeZone} onRated={onRated} />
      )}
      {sessions?.length === 0 && (isFiltered ? <NoMatch itemsLabel="sessions" /> : <NoSessions />)}
      <LoadMore query={bookings} noun="sessions" />
    </>
  );
}

/**
 * The URL names the booking whose rating form is open, so that the form is open again after a reload or a
 * sign-in.
 */
const ratingFormParameter = "feedback";

interface SessionsProps {
  sessions: readonly Booking[];
  timeZone: string;
  onRated: (() => void) | undefined;
}

function Sessions({ sessions, timeZone, onRated }: SessionsProps) {
  const [address, setAddress] = useSearchParams();
  function setFormOpen(bookingId: string, isOpen: boolean) {
    setAddress(
      (current) => {
        const changed = new URLSearchParams(current);
        if (isOpen) changed.set(ratingFormParameter, bookingId);
        else changed.delete(ratingFormParameter);
        return changed;
      },
      { replace: true, preventScrollReset: true },
    );
  }
  return (
    <section aria-label="All sessions">
      <h2 className="sr-only">All sessions</h2>
      <ul className="grid gap-3">
        {sessions.map((booking) => (
          <li key={booking._id}>
            <BookingListItem
              booking={booking}
              timeZone={timeZone}
              isRatingFormOpen={address.get(ratingFormParameter) === booking._id}
              onRatingFormToggle={(isOpen) => setFormOpen(booking._id, isOpen)}
              onRated={onRated}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function NoSessions() {
  return (
    <Card padded={false}>
      <EmptyState
        headingLevel={2}
        title="No sessions yet"
        detail="Book your first interview: it appears here with its meeting link, and later with its feedback."
        action={
          <Link to={paths.booking} className={buttonClass()}>
            Book your first interview
          </Link>
        }
      />
    </Card>
  );
}
