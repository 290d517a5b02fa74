import type { Slot } from "@greenroom/contract/schedule/availability.ts";
import type { Goal } from "@greenroom/contract/schedule/goals/goals.ts";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../../paths.ts";
import { useUser } from "../../../session/session.tsx";
import { useTimeZone } from "../../../session/use-time-zone.ts";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { useMediaQuery } from "../../../ui/hooks/use-media-query.ts";
import { useNow } from "../../../ui/hooks/use-now.ts";
import type { Notice } from "../../../ui/status/status-message.tsx";
import { lastGoal } from "../../goals/goal-labels.ts";
import { LoadFailure } from "../load-failure.tsx";
import { bookingMessages } from "../messages.ts";
import { isFailedQuery, type useMyBookings } from "../queries.ts";
import { bookableSlots } from "../slots/bookable-slots.ts";
import { useFilteredSlots } from "../slots/use-filtered-slots.ts";
import { useOpenSlots } from "../slots/use-open-slots.ts";
import { useChosenInterviewerId, useSlotFilter } from "../slots/use-slot-filter.ts";
import { BookingLayout } from "./booking-layout.tsx";
import { BookingLoading } from "./booking-loading.tsx";
import { BookingToolbar, type SlotView } from "./booking-toolbar.tsx";
import { ConfirmBooking } from "./confirm-booking.tsx";
import { TimeZoneNote } from "./time-zone-note.tsx";
import { ticketId, UpcomingBookings } from "./upcoming-bookings.tsx";
import { useBookingFlow } from "./use-booking-flow.ts";

/** How often slots that have begun are removed from the list, in milliseconds. */
const clockMilliseconds = 30_000;

/** The small screen of requirements §9. */
const narrowQuery = "(width < 768px)";

const noSlots: readonly Slot[] = [];

interface BookInterviewProps {
  title: string;
  bookings: ReturnType<typeof useMyBookings>;
  /** The result of an action on a ticket. */
  ticketNotice: Notice | null;
  onTicketNotice: (notice: Notice | null) => void;
  /** Called after an action on this page whose result is shown. */
  onAction: () => void;
}

/** The booking page of a user with a session to book with, or with an upcoming interview. */
export function BookInterview(props: BookInterviewProps) {
  const { title, bookings, ticketNotice, onTicketNotice, onAction } = props;
  const { sessionCount } = useUser();
  const timeZone = useTimeZone();
  const now = useNow(clockMilliseconds);
  const { query: slots, later, showUntil } = useOpenSlots(useChosenInterviewerId());
  const openSlots = useMemo(
    () => slots.data && bookableSlots(slots.data, bookings.data ?? [], now),
    [slots.data, bookings.data, now],
  );
  // Preset with the user's latest goal until they change it.
  const [chosenGoal, setGoal] = useState<Goal | null | undefined>(undefined);
  const goal = chosenGoal === undefined ? lastGoal(bookings.data ?? []) : chosenGoal;
  const flow = useBookingFlow(openSlots, { goal, timeZone });
  const { notice, clearNotice } = flow;
  useEffect(() => {
    if (notice !== null || ticketNotice !== null) onAction();
  }, [notice, ticketNotice, onAction]);
  const showTicketNotice = useCallback(
    (shown: Notice | null) => {
      // The booking's message names the time and the sessions left, which moving or canceling has just changed.
      if (shown !== null) clearNotice();
      onTicketNotice(shown);
    },
    [clearNotice, onTicketNotice],
  );
  const filterState = useSlotFilter(openSlots ?? noSlots);
  const filteredSlots = useFilteredSlots({
    filterState,
    slots: openSlots ?? noSlots,
    bookings: bookings.data ?? [],
    selectedId: flow.selected?._id ?? null,
    timeZone,
  });
  const [chosenView, setChosenView] = useState<SlotView>("list");
  const narrowView = useMediaQuery(narrowQuery) ? chosenView : null;
  const showInterview = useShowInterview();
  const isLoading = slots.data === undefined && bookings.data === undefined;

  return (
    <>
      <PageHeader
        title={title}
        aside={
          <BookingToolbar
            sessionCount={sessionCount}
            view={narrowView}
            onViewChange={setChosenView}
            filteredSlots={openSlots ? filteredSlots : null}
          />
        }
      />
      <LoadFailure queries={[slots, bookings]} message={bookingMessages.loading} />
      {isLoading && !isFailedQuery(slots) && <BookingLoading />}
      {!isLoading && (
        <BookingLayout
          filteredSlots={filteredSlots}
          narrowView={narrowView}
          slots={openSlots}
          later={later}
          onShowUntil={showUntil}
          timeZone={timeZone}
          now={now}
          onSelectSlot={flow.select}
          onSelectInterview={showInterview}
          confirm={
            <ConfirmBooking
              slot={flow.selected}
              timeZone={timeZone}
              sessionCount={sessionCount}
              bookingNotice={notice}
              isBooking={flow.isBooking}
              onConfirm={flow.confirm}
              goal={goal}
              onGoal={setGoal}
            />
          }
          timeZoneNote={<TimeZoneNote timeZone={timeZone} />}
          upcoming={
            <UpcomingBookings
              bookings={bookings.data}
              timeZone={timeZone}
              notice={ticketNotice}
              onNotice={showTicketNotice}
            />
          }
        />
      )}
    </>
  );
}

/**
 * Returns a function that leads from an interview in the calendar to its ticket below or, when it is over, to past
 * sessions.
 */
function useShowInterview() {
  const navigate = useNavigate();
  return useCallback(
    (bookingId: string) => {
      const ticket = document.getElementById(ticketId(bookingId));
      if (ticket) ticket.focus();
      else void navigate(paths.mySessions);
    },
    [navigate],
  );
}
