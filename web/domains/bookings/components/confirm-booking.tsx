import type { Slot } from "@greenroom/contract/availability.ts";
import clsx from "clsx";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { buttonClass } from "../../../ui/button-class.ts";
import { DescriptionList } from "../../../ui/description-list.tsx";
import { StatusMessage } from "../../../ui/status-message.tsx";
import { formatDay, formatSlotRange } from "../../../ui/time/format-day.ts";
import { formatExactTime } from "../../../ui/time/format-time.ts";
import { useNow } from "../../../ui/time/use-now.ts";
import { fullName } from "../../accounts/person-name.ts";
import { InterviewerCard } from "../../interviewers/components/interviewer-card.tsx";
import { useSite } from "../../site/site-settings.ts";
import type { BookingNews } from "../book-and-meet.ts";
import { endOfSlot } from "../booking-events.ts";
import { noticeBeforeBooking } from "../course/notice-words.ts";

interface ConfirmBookingProps {
  slot: Slot | null;
  timeZone: string;
  sessionCount: number;
  news: BookingNews | null;
  isBooking: boolean;
  onConfirm: () => void;
}

/** Under the thumb on a phone; where there is room, a card beside the calendar, above the list. */
const panelClass = clsx(
  "z-20 border-line bg-card outline-none",
  "sticky bottom-[calc(3.5rem+1px+env(safe-area-inset-bottom))] -mx-4 border-t px-4 pb-2 pt-3 sm:-mx-6 sm:px-6",
  "md:bottom-4 md:mx-0 md:rounded-md md:border md:p-5 md:shadow-lift",
  "xl:static xl:order-first xl:p-6 xl:shadow-none",
);

export function ConfirmBooking(props: ConfirmBookingProps) {
  const { slot, timeZone, sessionCount, news, isBooking, onConfirm } = props;
  const panel = useRef<HTMLElement>(null);
  const { cancelNoticeHours } = useSite();
  const notice = noticeBeforeBooking(cancelNoticeHours, slot && new Date(slot.slotTime), useNow());

  useEffect(() => {
    // With the last session spent the button gives way to a link, and focus must not fall off the page.
    if (news && sessionCount === 0 && document.activeElement === document.body) {
      panel.current?.focus({ preventScroll: true });
    }
  }, [news, sessionCount]);

  const said = (
    <div className={news ? "mb-3 grid gap-2" : undefined}>
      <StatusMessage message={news?.message ?? null} />
      {news?.note && <p className="text-sm font-medium text-ink-2 tabular">{news.note}</p>}
    </div>
  );

  return (
    <section ref={panel} tabIndex={-1} aria-labelledby="confirm-title" className={panelClass}>
      {/* What was done with the last session stands above the word that there is none left. */}
      {sessionCount === 0 && said}
      <h2 id="confirm-title" className="sr-only text-xl xl:not-sr-only xl:mb-3">
        {sessionCount > 0 ? "Confirm this slot" : "No sessions left"}
      </h2>
      {sessionCount > 0 && <SlotFacts slot={slot} timeZone={timeZone} sessionCount={sessionCount} />}
      {slot && (
        <div className="mb-2 empty:hidden xl:mb-5">
          <InterviewerCard interviewerId={slot.interviewerId._id} />
        </div>
      )}
      <p role="status" className="sr-only">
        {slot && `${sayShortly(slot, timeZone)} with ${fullName(slot.interviewerId)} is chosen.`}
      </p>
      {sessionCount > 0 && said}
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
              {slot ? `Confirm ${sayShortly(slot, timeZone)}` : "Confirm booking"}
            </span>
            <span className="hidden xl:inline">Confirm booking</span>
          </Button>
          <p className="mt-1.5 text-center text-sm text-ink-3 xl:mt-3">
            <span className="block xl:hidden">Uses {costOf(sessionCount)}</span>
            {notice}
          </p>
        </>
      ) : (
        <OutOfSessions />
      )}
    </section>
  );
}

interface SlotFactsProps {
  slot: Slot | null;
  timeZone: string;
  sessionCount: number;
}

function SlotFacts({ slot, timeZone, sessionCount }: SlotFactsProps) {
  const nothing = <span className="font-normal text-ink-3">Choose a slot</span>;
  return (
    <DescriptionList
      className="mb-5 !hidden xl:!grid"
      items={[
        {
          term: "When",
          detail: slot ? formatSlotRange(new Date(slot.slotTime), endOfSlot(slot), timeZone) : nothing,
        },
        { term: "With", detail: slot ? fullName(slot.interviewerId) : nothing },
        { term: "Meeting", detail: "Made when you confirm" },
        {
          term: "Costs",
          detail: <span className="inline-block first-letter:uppercase">{costOf(sessionCount)}</span>,
        },
      ]}
    />
  );
}

function OutOfSessions() {
  return (
    <>
      <p className="mb-3 text-ink-2">You have no sessions left to book with. Your booked interviews stand.</p>
      <Link to={paths.pricing} reloadDocument className={buttonClass({ wide: true })}>
        Purchase More Sessions
      </Link>
    </>
  );
}

function costOf(sessionCount: number): string {
  return sessionCount === 1 ? "your last session" : `1 of your ${sessionCount} sessions`;
}

function sayShortly({ slotTime }: Slot, timeZone: string): string {
  const startsAt = new Date(slotTime);
  return `${formatDay(startsAt, timeZone)}, ${formatExactTime(startsAt, timeZone)}`;
}
