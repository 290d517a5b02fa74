import { timeZoneLabel } from "@greenroom/contract/kernel/time-zones.ts";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { call, errorMessage } from "../../../api/client.ts";
import { pageMeta } from "../../../app/page-meta.ts";
import { formatSlotRange } from "../../../format/times.ts";
import { paths } from "../../../paths.ts";
import { useTimeZone } from "../../../session/session.tsx";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Calendar } from "../../../ui/calendar/calendar.tsx";
import type { CalendarEvent } from "../../../ui/calendar/calendar-event.ts";
import { PageHeader, StatCard } from "../../../ui/content.tsx";
import { AlertDialog } from "../../../ui/dialogs.tsx";
import { useMediaQuery } from "../../../ui/hooks.ts";
import { Skeleton } from "../../../ui/loading.tsx";
import { Card } from "../../../ui/panels.tsx";
import { type Notice, NoticeMessage, Spinner } from "../../../ui/status.tsx";
import { LoadFailure } from "../../bookings/booking-status.tsx";
import { AddSlotForm, useOfferSlot } from "../offer-slot.tsx";
import { calendarMessages, useDashboardStats, useRefreshCalendar } from "../queries.ts";
import { useConfirmedRemoval } from "../rule-list.tsx";
import { DetailsPanel, SlotDetails } from "../slot-details.tsx";
import { slotEndAfter, useSlotCalendar, visibleFrom, visibleTo } from "../slot-events.ts";
import { UpcomingInterviews } from "../upcoming-interviews.tsx";

/** Lists slots at night. The week and day views do not draw them, but they can be booked. */
function HiddenSlots({
  events,
  timeZone,
  onSelect,
}: {
  events: readonly CalendarEvent[];
  timeZone: string;
  onSelect: (id: string) => void;
}) {
  if (events.length === 0) return null;
  return (
    <section aria-labelledby="hidden-slots" className="mt-4 text-sm">
      <h3 id="hidden-slots" className="font-text text-sm font-semibold tracking-normal text-ink-2">
        Outside {visibleFrom} – {visibleTo}
      </h3>
      <ul className="mt-2 flex flex-wrap gap-2">
        {events.map((event) => (
          <li key={event.id}>
            <Button variant="quiet" size="sm" onClick={() => onSelect(event.id)}>
              <span className="tabular">{formatSlotRange(event.startsAt, event.endsAt, timeZone)}</span>
              <span className="font-normal text-ink-2">{event.title}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The three figures of requirements §2, which are loaded again after each change of a slot. */
function SlotStatistics({ stats }: { stats: ReturnType<typeof useDashboardStats> }) {
  const figure = (value: number | undefined): ReactNode => {
    if (value !== undefined) return value;
    return stats.isPending ? <Skeleton className="h-[1lh] w-10" /> : "–";
  };
  return (
    <dl className="mb-6 grid gap-2 max-sm:[&>div]:flex-row max-sm:[&>div]:items-center max-sm:[&>div]:justify-between max-sm:[&>div]:py-2 sm:grid-cols-3 sm:gap-4">
      <StatCard label="Available Slots" value={figure(stats.data?.available)} status="ready" />
      <StatCard label="Booked Interviews" value={figure(stats.data?.booked)} status="wait" />
      <StatCard label="Completed Interviews" value={figure(stats.data?.completed)} status="off" />
    </dl>
  );
}

export const meta = () => pageMeta("Manage My Calendar");

export default function CalendarPage() {
  const timeZone = useTimeZone();
  const hasColumn = useMediaQuery("(min-width: 75rem)");
  const calendar = useSlotCalendar(timeZone);
  const stats = useDashboardStats();
  const refresh = useRefreshCalendar();
  const { selected, now } = calendar;
  const [notice, setNotice] = useState<Notice | null>(null);
  const [isFromForm, setFromForm] = useState(false);
  const [refusal, setRefusal] = useState<{ title: string; message: string } | null>(null);
  const noticeRef = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (notice !== null && !isFromForm) noticeRef.current?.scrollIntoView({ block: "nearest" });
  }, [notice, isFromForm]);

  function propose(startsAt: Date, dragEnd?: Date) {
    setNotice(null);
    setFromForm(dragEnd === undefined);
    offer.propose(startsAt, dragEnd);
  }

  function showNotice(shown: Notice) {
    setFromForm(false);
    setNotice(shown);
  }

  function select(id: string) {
    setNotice(null);
    calendar.select(id);
  }

  const offer = useOfferSlot(
    timeZone,
    (startsAt) => {
      calendar.focus(startsAt);
      const added = formatSlotRange(startsAt, slotEndAfter(startsAt), timeZone);
      setNotice({ message: `✅ Slot added: ${added}.`, tone: "good" });
    },
    (message) => setRefusal({ title: "The slot was not added", message }),
  );
  const deletion = useConfirmedRemoval<string>({
    remove: async (id) => {
      await call("DELETE /api/interviewer/availability/:id", { params: { id } });
      return "✅ Slot deleted.";
    },
    title: () => "Are you sure you want to delete this available slot?",
    confirmLabel: "Delete Slot",
    cancelLabel: "Keep it",
    danger: true,
    failed: calendarMessages.remove.failed,
    async onSettled(done) {
      // A refusal means that the calendar has changed, too.
      await refresh();
      if (done.tone === "bad")
        return setRefusal({ title: "The slot was not deleted", message: done.message });
      calendar.unselect();
      showNotice(done);
    },
  });

  return (
    <>
      <PageHeader
        title="Manage My Calendar"
        aside={
          <Link
            to={paths.weeklyHours}
            className={buttonClass({ variant: "quiet", size: "sm", className: "mt-2" })}
          >
            Weekly hours & time off
          </Link>
        }
      />
      <SlotStatistics stats={stats} />
      <div ref={noticeRef} className="scroll-mt-28">
        <NoticeMessage notice={isFromForm ? null : notice} className="mb-4" />
      </div>
      <LoadFailure
        queries={[calendar.availability, stats]}
        message={errorMessage(calendar.availability.error ?? stats.error, calendarMessages.load)}
      />
      <div className="grid items-start gap-6 min-[75rem]:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0">
          {/* Keeps a calendar that is still loading from looking like one without slots. Takes up no space. */}
          <div role="status" className="relative z-10 h-0">
            {calendar.availability.isPending && (
              <span className="absolute inset-x-0 top-28 mx-auto flex w-fit items-center gap-2.5 rounded-full border border-line bg-card px-4 py-2 text-sm font-medium text-ink-2 shadow-lift">
                <Spinner /> Loading your slots…
              </span>
            )}
          </div>
          <Calendar
            label="My slots and interviews"
            events={calendar.events}
            view={calendar.view}
            onViewChange={calendar.setView}
            timeZone={timeZone}
            now={now}
            eventsRange={calendar.eventsRange}
            nextAt={calendar.nextAt}
            focusAt={calendar.focusAt}
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
              isBesideCalendar={hasColumn}
              onClose={calendar.unselect}
            >
              <SlotDetails
                slot={selected}
                timeZone={timeZone}
                now={now}
                onDelete={() => deletion.requestRemoval(selected._id)}
                onInterviewChanged={showNotice}
              />
            </DetailsPanel>
          )}
          <AddSlotForm
            timeZone={timeZone}
            now={now}
            notice={isFromForm ? notice : null}
            onPropose={(startsAt) => propose(startsAt)}
          />
          <Card tone="tint" className="grid content-start gap-2">
            <h2 className="font-text text-base font-semibold tracking-normal">Time zone</h2>
            <p className="text-sm text-ink-2">
              Everything here is in {timeZoneLabel(timeZone, new Date())}. Interviewees see the same slots in
              their own zone.
            </p>
            <p className="text-sm text-ink-2">
              In week or day view, drag over free time to add slots. Choose a slot to see who booked it, or to
              delete it.
            </p>
          </Card>
        </div>
      </div>
      <UpcomingInterviews timeZone={timeZone} onChanged={showNotice} />
      {offer.dialog}
      {deletion.dialog}
      <AlertDialog
        open={refusal !== null}
        title={refusal?.title ?? ""}
        message={refusal?.message}
        onClose={() => setRefusal(null)}
      />
    </>
  );
}
