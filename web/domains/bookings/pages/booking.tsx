import { useCallback, useState } from "react";
import { PageHeader } from "../../../ui/page-header.tsx";
import { StatusMessage } from "../../../ui/status-message.tsx";
import { useUser } from "../../accounts/session.tsx";
import { useArrivalMessage } from "../../accounts/use-arrival-message.ts";
import { pageMeta } from "../../site/components/page-title.ts";
import { BookingLoading } from "../components/booking-loading.tsx";
import { LoadFailure } from "../components/load-failure.tsx";
import { NoPlan, UsedUp } from "../components/no-sessions.tsx";
import { OpenBooking } from "../components/open-booking.tsx";
import { bookingPageState } from "../page-state.ts";
import { hasFailed, useMyBookings } from "../queries.ts";
import { sentences } from "../sentences.ts";

const title = "Book Your Interview";

export const meta = () => pageMeta(title);

export default function BookingPage() {
  const arrival = useArrivalMessage();
  const [isPast, setPast] = useState(false);
  // What was said on arrival counts the sessions that were there before the first deed on this page.
  const leaveBehind = useCallback(() => setPast(true), []);
  return (
    <>
      <StatusMessage message={isPast ? null : arrival} className="mb-5" />
      <BookingByState onDeed={leaveBehind} />
    </>
  );
}

function BookingByState({ onDeed }: { onDeed: () => void }) {
  const { planType, sessionCount } = useUser();
  const bookings = useMyBookings();
  const [ticketNews, setTicketNews] = useState<string | null>(null);
  const state = bookingPageState({ planType, sessionCount, bookings: bookings.data });
  if (state === "no-plan") return <NoPlan />;
  if (state === "used-up") return <UsedUp news={ticketNews} />;
  if (state === "booking") {
    return (
      <OpenBooking
        title={title}
        bookings={bookings}
        ticketNews={ticketNews}
        onTicketNews={setTicketNews}
        onDeed={onDeed}
      />
    );
  }
  return (
    <>
      <PageHeader title={title} />
      <LoadFailure queries={[bookings]} message={sentences.loading} />
      {!hasFailed(bookings) && <BookingLoading />}
    </>
  );
}
