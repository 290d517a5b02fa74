import { useCallback, useState } from "react";
import { useNavigationMessage } from "../../../app/dashboard/dashboard-layout.tsx";
import { pageMeta } from "../../../app/page-meta.ts";
import { useProfileCheck } from "../../../session/require-role.tsx";
import { useHasSessionEnded, useUser } from "../../../session/session.tsx";
import { PageHeader } from "../../../ui/content.tsx";
import { ErrorState } from "../../../ui/loading.tsx";
import { type Notice, StatusMessage } from "../../../ui/status.tsx";
import { BookInterview, BookingLoading } from "../book-interview.tsx";
import { BookedInterview } from "../booked-interview.tsx";
import { LoadFailure } from "../booking-status.tsx";
import { AllCreditsUsed, bookingPageState, NoPlan } from "../no-credits.tsx";
import { bookingMessages, isFailedQuery, useMyBookings, useSlotInAddress } from "../queries.ts";

const title = "Book Your Interview";

export const meta = () => pageMeta(title);

export default function BookingPage() {
  const navigationMessage = useNavigationMessage();
  const [isMessageDismissed, setMessageDismissed] = useState(false);
  // The message on arrival names the sessions that were left before the first action on this page.
  const dismissMessage = useCallback(() => setMessageDismissed(true), []);
  return (
    <>
      <StatusMessage message={isMessageDismissed ? null : navigationMessage} tone="good" className="mb-5" />
      <BookingPageContent onAction={dismissMessage} />
    </>
  );
}

function BookingPageContent({ onAction }: { onAction: () => void }) {
  const { planType, sessionCount } = useUser();
  const hasEnded = useHasSessionEnded();
  const profileCheck = useProfileCheck();
  const isProfileChecked = profileCheck.state === "checked";
  const bookings = useMyBookings();
  const [ticketNotice, setTicketNotice] = useState<Notice | null>(null);
  const { slotId, slot, choose } = useSlotInAddress();
  if (slot?.state === "booked" && slot.bookingId !== null)
    return <BookedInterview bookingId={slot.bookingId} slot={slot} />;
  const state = bookingPageState({ planType, sessionCount, isProfileChecked, bookings: bookings.data });
  const cameFor = { slotId, taken: slot?.state === "gone" ? slot : null };
  if (state === "no-plan") return <NoPlan {...cameFor} />;
  if (state === "no-credits") return <AllCreditsUsed notice={ticketNotice} {...cameFor} />;
  if (state === "booking") {
    return (
      <BookInterview
        title={title}
        wanted={slot}
        onChoose={choose}
        bookings={bookings}
        ticketNotice={ticketNotice}
        onTicketNotice={setTicketNotice}
        onAction={onAction}
      />
    );
  }
  return (
    <>
      <PageHeader title={title} />
      {profileCheck.state === "failed" && !isFailedQuery(bookings) ? (
        !hasEnded && <ErrorState message={bookingMessages.loading} onRetry={profileCheck.retry} />
      ) : (
        <LoadFailure queries={[bookings]} message={bookingMessages.loading} />
      )}
      {profileCheck.state === "checking" && !isFailedQuery(bookings) && <BookingLoading />}
    </>
  );
}
