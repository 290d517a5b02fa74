import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { messageOf } from "../../../api/errors.ts";
import { paths } from "../../../paths.ts";
import { buttonClass } from "../../../ui/button-class.ts";
import { Calendar } from "../../../ui/calendar/calendar.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { StatusMessage } from "../../../ui/status-message.tsx";
import { formatSlotRange } from "../../../ui/time/format-day.ts";
import { useMediaQuery } from "../../../ui/use-media-query.ts";
import { useTimeZone } from "../../accounts/use-time-zone.ts";
import { LoadFailure } from "../../bookings/components/load-failure.tsx";
import { pageMeta } from "../../site/components/page-title.ts";
import { AddSlotForm } from "../components/add-slot-form.tsx";
import { CalendarDialogs, type Refusal } from "../components/calendar-dialogs.tsx";
import { CalendarNotes } from "../components/calendar-notes.tsx";
import { DetailsPanel } from "../components/details-panel.tsx";
import { HiddenSlots } from "../components/hidden-slots.tsx";
import { LoadingSlots } from "../components/loading-slots.tsx";
import { SlotDetails } from "../components/slot-details.tsx";
import { SlotStatistics } from "../components/slot-statistics.tsx";
import { NextInterview, UpcomingInterviews } from "../components/upcoming-interviews.tsx";
import { sentences, useDashboardStats } from "../queries.ts";
import { visibleFrom, visibleTo } from "../slot-events.ts";
import { endOfSlot } from "../slot-words.ts";
import { useDeleteSlot } from "../use-delete-slot.ts";
import { useOfferSlot } from "../use-offer-slot.ts";
import { useSlotCalendar } from "../use-slot-calendar.ts";

export const meta = () => pageMeta("Manage My Calendar");

export default function CalendarPage() {
  const timeZone = useTimeZone();
  const hasColumn = useMediaQuery("(min-width: 75rem)");
  const calendar = useSlotCalendar(timeZone);
  const stats = useDashboardStats();
  const { selected, now } = calendar;
  const [notice, setNotice] = useState<string | null>(null);
  const [isTyped, setTyped] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const noticePlace = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (notice !== null && !isTyped) noticePlace.current?.scrollIntoView({ block: "nearest" });
  }, [notice, isTyped]);

  function propose(startsAt: Date, chosenTo?: Date) {
    setNotice(null);
    setTyped(chosenTo === undefined);
    offer.propose(startsAt, chosenTo);
  }

  function say(message: string) {
    setTyped(false);
    setNotice(message);
  }

  function select(id: string) {
    setNotice(null);
    calendar.select(id);
  }

  const offer = useOfferSlot({
    timeZone,
    onAdded: (startsAt) =>
      setNotice(`✅ Slot added: ${formatSlotRange(startsAt, endOfSlot(startsAt), timeZone)}.`),
    onRefused: (message) => setRefusal({ title: "The slot was not added", message }),
  });
  const deletion = useDeleteSlot({
    onDeleted: () => {
      calendar.unselect();
      say("✅ Slot deleted.");
    },
    onRefused: (message) => setRefusal({ title: "The slot was not deleted", message }),
  });

  return (
    <>
      <PageHeader
        title="Manage My Calendar"
        aside={
          <Link
            to={paths.weeklyHours}
            className={buttonClass({ look: "quiet", size: "sm", className: "mt-2" })}
          >
            Weekly hours & time off
          </Link>
        }
      />
      <SlotStatistics stats={stats} />
      <div ref={noticePlace} className="scroll-mt-28">
        <StatusMessage message={isTyped ? null : notice} className="mb-4" />
      </div>
      <NextInterview timeZone={timeZone} now={now} onChanged={say} />
      <LoadFailure
        queries={[calendar.availability, stats]}
        message={messageOf(calendar.availability.error ?? stats.error, sentences.load)}
      />
      <div className="grid items-start gap-6 min-[75rem]:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0">
          <LoadingSlots pending={calendar.availability.isPending} />
          <Calendar
            label="My slots and interviews"
            events={calendar.events}
            view={calendar.view}
            onViewChange={calendar.setView}
            timeZone={timeZone}
            now={now}
            eventsOf={calendar.eventsOf}
            openOn={calendar.openOn}
            height={680}
            stepMinutes={15}
            visibleFrom={visibleFrom}
            visibleTo={visibleTo}
            longPressMilliseconds={250}
            onRangeChange={calendar.setRange}
            onSelectEvent={select}
            onSelectTime={({ startsAt, endsAt }) => propose(startsAt, endsAt)}
          />
          <HiddenSlots events={calendar.hidden} timeZone={timeZone} onSelect={select} />
        </div>
        <div className="grid gap-4 md:max-[75rem]:grid-cols-2">
          {selected && (
            <DetailsPanel
              title={selected.booking ? "Booked slot" : "Available slot"}
              shownId={selected._id}
              beside={hasColumn}
              onClose={calendar.unselect}
            >
              <SlotDetails
                slot={selected}
                timeZone={timeZone}
                now={now}
                onDelete={() => deletion.ask(selected._id)}
                onInterviewChanged={say}
              />
            </DetailsPanel>
          )}
          <AddSlotForm
            timeZone={timeZone}
            now={now}
            notice={isTyped ? notice : null}
            onPropose={(startsAt) => propose(startsAt)}
          />
          <CalendarNotes timeZone={timeZone} />
        </div>
      </div>
      <UpcomingInterviews timeZone={timeZone} now={now} onChanged={say} />
      <CalendarDialogs
        timeZone={timeZone}
        offer={offer}
        deletion={deletion}
        refusal={refusal}
        onRefusalRead={() => setRefusal(null)}
      />
    </>
  );
}
