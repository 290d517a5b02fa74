import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import type { Slot } from "@greenroom/contract/schedule/availability.ts";
import type { Goal } from "@greenroom/contract/schedule/goals.ts";
import clsx from "clsx";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { useSite } from "../../app/page-data.ts";
import { cancellationNoticeBeforeBooking } from "../../format/cancellation.ts";
import { formatDay, formatExactTime, formatSlotRange } from "../../format/times.ts";
import { paths } from "../../paths.ts";
import { InterviewerCard } from "../../people/interviewers/interviewer-card.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { DescriptionList } from "../../ui/content.tsx";
import { useNow } from "../../ui/hooks.ts";
import { NoticeMessage, StillSending } from "../../ui/status.tsx";
import { ChosenGoal } from "../goals/goal-dialog.tsx";
import { FavoriteButton } from "../mentors/favorites.tsx";
import type { BookingNotice } from "./create-booking.ts";
import { slotEnd } from "./slot-filter.ts";
import { ticketId } from "./upcoming-bookings.tsx";

interface ConfirmBookingProps {
  slot: Slot | null;
  timeZone: string;
  sessionCount: number;
  bookingNotice: BookingNotice | null;
  isBooking: boolean;
  onConfirm: () => void;
  /** Sent with the booking. */
  goal: Goal | null;
  onGoal: (goal: Goal | null) => void;
}

/**
 * Fixed at the bottom of a phone's screen; on wide screens a card beside the calendar, above the list. In a low window,
 * such as that of a large zoom, it follows the slots: it would cover most of them.
 */
const panelClass = clsx(
  "z-20 border-line bg-card outline-none",
  "sticky bottom-[calc(56px+1px+env(safe-area-inset-bottom))] -mx-4 border-t px-4 pb-2 pt-3 sm:-mx-6 sm:px-6",
  "md:bottom-4 md:mx-0 md:rounded-md md:border md:p-5 md:shadow-lift",
  "xl:static xl:order-first xl:p-6 xl:shadow-none",
  "[@media(max-height:34rem)]:static",
);

export function ConfirmBooking(props: ConfirmBookingProps) {
  const { slot, timeZone, sessionCount, bookingNotice, isBooking, onConfirm, goal, onGoal } = props;
  const panel = useRef<HTMLElement>(null);
  const { cancelNoticeHours } = useSite();
  const cancellationNotice = cancellationNoticeBeforeBooking(
    cancelNoticeHours,
    slot && new Date(slot.slotTime),
    useNow(),
  );

  useEffect(() => {
    // After the last session is spent, another button replaces it, and the focus must not be lost with it.
    if (bookingNotice && sessionCount === 0 && document.activeElement === document.body)
      panel.current?.focus({ preventScroll: true });
  }, [bookingNotice, sessionCount]);

  const bookedId = sessionCount > 0 ? undefined : bookingNotice?.bookingId;

  // On a phone it would cover slots while there is nothing to confirm.
  const isIdle = slot === null && bookingNotice === null;

  const statusMessage = (
    <div className={bookingNotice ? "mb-3 grid gap-2" : undefined}>
      <NoticeMessage notice={bookingNotice} />
      {bookingNotice?.note && <p className="text-sm font-medium text-ink-2 tabular">{bookingNotice.note}</p>}
    </div>
  );

  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-labelledby="confirm-title"
      className={clsx(panelClass, isIdle && "max-xl:hidden")}
    >
      {/* Who has just booked with the last session reads about the interview, not about sessions. */}
      {sessionCount === 0 && statusMessage}
      <h2 id="confirm-title" className="sr-only text-xl xl:not-sr-only xl:mb-3">
        {sessionCount > 0 ? "Confirm this slot" : bookedId ? "Booked" : "No sessions left"}
      </h2>
      {sessionCount > 0 && <SlotSummary {...props} />}
      {slot && (
        <div className="mb-2 flex items-center justify-center xl:mb-5 xl:grid xl:justify-items-start xl:gap-2">
          <div className="min-w-0">
            <InterviewerCard interviewer={slot.interviewerId} />
          </div>
          <FavoriteButton
            mentor={slot.interviewerId._id}
            firstName={slot.interviewerId.firstName}
            isCompact
          />
        </div>
      )}
      <p role="status" className="sr-only">
        {slot && `${formatSlotStart(slot, timeZone)} with ${fullName(slot.interviewerId)} is selected.`}
      </p>
      {sessionCount > 0 && <ChosenGoal goal={goal} onChange={onGoal} />}
      {sessionCount > 0 && statusMessage}
      <StillSending pending={isBooking} className="mb-3" />
      {sessionCount > 0 ? (
        <>
          <Button
            wide
            pending={isBooking}
            pendingLabel="Booking…"
            inactive={slot === null}
            onClick={onConfirm}
            onActivateWhileDisabled={onConfirm}
          >
            <span className="xl:hidden">
              {slot ? `Confirm ${formatSlotStart(slot, timeZone)}` : "Confirm booking"}
            </span>
            <span className="hidden xl:inline">Confirm booking</span>
          </Button>
          <p className="mt-1.5 text-center text-sm text-ink-3 xl:mt-3">
            <span className="block xl:hidden">Uses {creditCostText(sessionCount)}</span>
            {cancellationNotice}
          </p>
        </>
      ) : bookedId ? (
        <Button variant="quiet" wide onClick={() => document.getElementById(ticketId(bookedId))?.focus()}>
          See your booking
        </Button>
      ) : (
        <>
          <p className="mb-3 text-ink-2">
            You have no sessions left to book with. Your existing bookings aren't affected.
          </p>
          <Link
            to={slot === null ? paths.pricing : paths.chosenSlot(slot._id)}
            reloadDocument
            className={buttonClass({ wide: true })}
          >
            Purchase More Sessions
          </Link>
        </>
      )}
    </section>
  );
}

function SlotSummary({ slot, timeZone, sessionCount }: ConfirmBookingProps) {
  const placeholder = <span className="font-normal text-ink-3">Choose a slot</span>;
  return (
    <DescriptionList
      className="mb-5 !hidden xl:!grid"
      items={[
        {
          term: "When",
          detail: slot ? formatSlotRange(new Date(slot.slotTime), slotEnd(slot), timeZone) : placeholder,
        },
        { term: "With", detail: slot ? fullName(slot.interviewerId) : placeholder },
        { term: "Meeting", detail: "Created when you confirm" },
        {
          term: "Costs",
          detail: <span className="inline-block first-letter:uppercase">{creditCostText(sessionCount)}</span>,
        },
      ]}
    />
  );
}

function creditCostText(sessionCount: number): string {
  return sessionCount === 1 ? "your last session" : `1 of your ${sessionCount} sessions`;
}

function formatSlotStart({ slotTime }: Slot, timeZone: string): string {
  const startsAt = new Date(slotTime);
  return `${formatDay(startsAt, timeZone)}, ${formatExactTime(startsAt, timeZone)}`;
}
