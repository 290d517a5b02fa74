import { useCallback, useEffect, useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../../paths.ts";
import { PageHeader } from "../../../ui/page-header.tsx";
import { useNow } from "../../../ui/time/use-now.ts";
import { useMediaQuery } from "../../../ui/use-media-query.ts";
import { useUser } from "../../accounts/session.tsx";
import { useTimeZone } from "../../accounts/use-time-zone.ts";
import { bookableSlots } from "../open-slots.ts";
import { hasFailed, type useMyBookings, useOpenSlots } from "../queries.ts";
import { sentences } from "../sentences.ts";
import { ticketId } from "../ticket-id.ts";
import { useBookingFlow } from "../use-booking-flow.ts";
import { useSlotChoice } from "../use-slot-choice.ts";
import { BookingDesk } from "./booking-desk.tsx";
import { BookingLoading } from "./booking-loading.tsx";
import { BookingToolbar, type Way } from "./booking-toolbar.tsx";
import { ConfirmBooking } from "./confirm-booking.tsx";
import { LoadFailure } from "./load-failure.tsx";
import { UpcomingBookings } from "./upcoming-bookings.tsx";
import { ZoneNote } from "./zone-note.tsx";

/** So often what has begun leaves the list, in milliseconds. */
const lookAtClock = 30_000;

/** The small screen of spec §9. */
const narrowWindow = "(width < 768px)";

interface OpenBookingProps {
  title: string;
  bookings: ReturnType<typeof useMyBookings>;
  /** What became of a ticket. */
  ticketNews: string | null;
  onTicketNews: (news: string | null) => void;
  /** Something was done here, and has been answered. */
  onDeed: () => void;
}

/** The booking page of someone who has a session to book with, or an interview to come. */
export function OpenBooking(props: OpenBookingProps) {
  const { title, bookings, ticketNews, onTicketNews, onDeed } = props;
  const { sessionCount } = useUser();
  const timeZone = useTimeZone();
  const now = useNow(lookAtClock);
  const slots = useOpenSlots();
  const open = useMemo(
    () => slots.data && bookableSlots(slots.data, bookings.data ?? [], now),
    [slots.data, bookings.data, now],
  );
  const flow = useBookingFlow(open, timeZone);
  const { news, forgetNews } = flow;
  useEffect(() => {
    if (news !== null || ticketNews !== null) onDeed();
  }, [news, ticketNews, onDeed]);
  const tellOfTicket = useCallback(
    (news: string | null) => {
      // What was said of booking it named the time and the session that a move or a cancellation has just changed.
      if (news !== null) forgetNews();
      onTicketNews(news);
    },
    [forgetNews, onTicketNews],
  );
  const choice = useSlotChoice({
    slots: open ?? [],
    bookings: bookings.data ?? [],
    selectedId: flow.selected?._id ?? null,
    timeZone,
  });
  const [chosenWay, setChosenWay] = useState<Way>("list");
  const way = useMediaQuery(narrowWindow) ? chosenWay : null;
  const showInterview = useShowInterview();
  const nothingYet = slots.data === undefined && bookings.data === undefined;

  return (
    <>
      <PageHeader
        title={title}
        aside={
          <BookingToolbar
            sessionCount={sessionCount}
            way={way}
            onWayChange={setChosenWay}
            choice={open ? choice : null}
          />
        }
      />
      <LoadFailure queries={[slots, bookings]} message={sentences.loading} />
      {nothingYet && !hasFailed(slots) && <BookingLoading />}
      {!nothingYet && (
        <BookingDesk
          choice={choice}
          way={way}
          slots={open}
          timeZone={timeZone}
          now={now}
          onSelectSlot={flow.select}
          onSelectInterview={showInterview}
          confirm={
            <ConfirmBooking
              slot={flow.selected}
              timeZone={timeZone}
              sessionCount={sessionCount}
              news={news}
              isBooking={flow.isBooking}
              onConfirm={flow.confirm}
            />
          }
          zoneNote={<ZoneNote timeZone={timeZone} />}
          upcoming={
            <UpcomingBookings
              bookings={bookings.data}
              timeZone={timeZone}
              news={ticketNews}
              onNews={tellOfTicket}
            />
          }
        />
      )}
    </>
  );
}

/** An interview in the calendar leads to its ticket below, or, when it is over, to where past sessions are. */
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
