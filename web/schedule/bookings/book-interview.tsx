import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { timeZoneLabel } from "@greenroom/contract/kernel/time-zones.ts";
import type { Slot } from "@greenroom/contract/schedule/availability.ts";
import type { Goal } from "@greenroom/contract/schedule/goals.ts";
import type { SlotState } from "@greenroom/contract/schedule/holds.ts";
import { soonDays } from "@greenroom/contract/schedule/mentor-filters.ts";
import clsx from "clsx";
import { memo, useCallback, useEffect, useMemo, useState } from "react";
import { Link, useNavigate } from "react-router";
import { paths } from "../../paths.ts";
import { useTimeZone, useUser } from "../../session/session.tsx";
import { Calendar } from "../../ui/calendar/calendar.tsx";
import type { CalendarEvent, CalendarView, TimeRange } from "../../ui/calendar/calendar-event.ts";
import { PageHeader, Pill, SegmentedControl } from "../../ui/content.tsx";
import { useMediaQuery, useNow } from "../../ui/hooks.ts";
import { Skeleton } from "../../ui/loading.tsx";
import { Card } from "../../ui/panels.tsx";
import type { Notice } from "../../ui/status.tsx";
import { lastGoal } from "../goals/goal-list.tsx";
import { LoadFailure } from "./booking-status.tsx";
import { ConfirmBooking } from "./confirm-booking.tsx";
import { useBookingFlow } from "./create-booking.ts";
import { bookableSlots, useOpenSlots } from "./open-slots.ts";
import { bookingMessages, isFailedQuery, type useMyBookings } from "./queries.ts";
import { noFilter, useChosenInterviewerId, useFilteredSlots, useSlotFilter } from "./slot-filter.ts";
import { SlotFilters, SlotPicker } from "./slot-picker.tsx";
import { ticketId, UpcomingBookings } from "./upcoming-bookings.tsx";
import { useWaits, WaitList } from "./waits.tsx";

/** How often slots that have begun are removed from the list, in milliseconds. */
const clockMilliseconds = 30_000;

/** The small screen of requirements §9. */
const narrowQuery = "(width < 768px)";

const noSlots: readonly Slot[] = [];

const byTime = (one: Slot, other: Slot) => one.slotTime.localeCompare(other.slotTime);

interface BookInterviewProps {
  title: string;
  /** The slot that the user came for; null without one. */
  wanted: SlotState | null;
  /** Comes for another slot in its place. */
  onChoose: (slotId: string) => void;
  bookings: ReturnType<typeof useMyBookings>;
  /** The result of an action on a ticket. */
  ticketNotice: Notice | null;
  onTicketNotice: (notice: Notice | null) => void;
  /** Called when a booking begins, and after another action on this page whose result is shown. */
  onAction: () => void;
}

/** Slots that get the focus scroll clear of the confirmation, which lies over the end of the list unless it is wide. */
const listClass = clsx(
  "max-md:border-0 max-md:bg-transparent max-md:!p-0 xl:[&_button]:scroll-mt-96 xl:[&_ul]:grid-cols-2",
  "max-xl:[@media(min-height:34rem)]:[&_button]:scroll-mb-64",
);

/** On a phone as high as the screen, so that what is below the slots does not move into it. */
const listSkeletonClass = "h-[70dvh] !rounded-md md:h-[600px]";

/**
 * The booking page of a user with a session to book with, or with an upcoming interview: calendar, list, confirmation
 * and tickets. On narrow screens they form one column, with the confirmation fixed at the bottom; on wide ones the
 * confirmation is beside the calendar and the list below it.
 */
export function BookInterview(props: BookInterviewProps) {
  const { title, wanted, onChoose, bookings, ticketNotice, onTicketNotice, onAction } = props;
  const { sessionCount } = useUser();
  const timeZone = useTimeZone();
  const navigate = useNavigate();
  const now = useNow(clockMilliseconds);
  const chosenId = useChosenInterviewerId();
  const { query: slots, later, showUntil } = useOpenSlots(chosenId);
  const offer = useWaits().data?.offer;
  const openSlots = useMemo(() => {
    // The list for everybody is without the slot that is held for the user.
    const all = offer && slots.data ? [...slots.data, offer.slot].sort(byTime) : slots.data;
    return all && bookableSlots(all, bookings.data ?? [], now);
  }, [slots.data, offer, bookings.data, now]);
  const soon = addMinutes(now, soonDays * 24 * 60).toISOString();
  const hasTimeSoon = openSlots?.some(
    ({ interviewerId, slotTime }) => interviewerId._id === chosenId && slotTime < soon,
  );
  // Preset with the user's latest goal until they change it.
  const [chosenGoal, setGoal] = useState<Goal | null | undefined>(undefined);
  const goal = chosenGoal === undefined ? lastGoal(bookings.data ?? []) : chosenGoal;
  const flow = useBookingFlow(openSlots, { goal, timeZone });
  const { isBooking, notice, clearNotice, select: selectSlot } = flow;
  useEffect(() => {
    if (isBooking || notice !== null || ticketNotice !== null) onAction();
  }, [isBooking, notice, ticketNotice, onAction]);
  // Selects it once it is loaded, which may take the list of later weeks.
  const [selectedWanted, setSelectedWanted] = useState<string | null>(null);
  const wantedId =
    (wanted?.state === "open" || wanted?.state === "yours") && wanted._id !== selectedWanted
      ? wanted._id
      : null;
  const wantedSlot = openSlots?.find(({ _id }) => _id === wantedId);
  useEffect(() => {
    if (wanted !== null) showUntil(new Date(wanted.slotTime));
  }, [wanted, showUntil]);
  useEffect(() => {
    if (wantedSlot === undefined) return;
    setSelectedWanted(wantedSlot._id);
    selectSlot(wantedSlot);
  }, [wantedSlot, selectSlot]);
  const showTicketNotice = useCallback(
    (shown: Notice | null) => {
      // The booking's message names the time and the sessions left, which moving or canceling has just changed.
      if (shown !== null) clearNotice();
      onTicketNotice(shown);
    },
    [clearNotice, onTicketNotice],
  );
  const { filter, setFilter, interviewers, slotEvents, ownEvents } = useFilteredSlots({
    filterState: useSlotFilter(openSlots ?? noSlots),
    slots: openSlots ?? noSlots,
    bookings: bookings.data ?? [],
    selectedId: flow.selected?._id ?? null,
    timeZone,
  });
  const showAll = useCallback(() => setFilter(noFilter), [setFilter]);
  const [chosenView, setChosenView] = useState<SlotView>("list");
  /** Null where there is room for both. */
  const narrowView = useMediaQuery(narrowQuery) ? chosenView : null;
  const select = useCallback(
    (id: string) => {
      const slot = openSlots?.find(({ _id }) => _id === id);
      if (slot && wanted?.state === "gone") onAction();
      if (slot) return selectSlot(slot);
      // An interview leads to its ticket below or, when it is over, to past sessions.
      const ticket = document.getElementById(ticketId(id));
      if (ticket) ticket.focus();
      else void navigate(paths.mySessions);
    },
    [openSlots, selectSlot, navigate, wanted, onAction],
  );
  const header = (
    <PageHeader
      title={title}
      aside={
        <div className="flex w-full flex-wrap items-center justify-between gap-x-1 gap-y-2 xs:gap-x-4 md:w-auto">
          <Pill status={sessionCount > 0 ? "ready" : "off"} className="max-xs:!px-2 md:order-last">
            Sessions remaining: {sessionCount}
          </Pill>
          {narrowView && (
            <SegmentedControl
              label="Show slots as"
              options={slotViews}
              value={narrowView}
              onChange={setChosenView}
            />
          )}
          <SlotFilters filter={filter} interviewers={interviewers} onChange={setFilter} />
        </div>
      }
    />
  );
  // They come first while no slot can be booked.
  const upcoming = (
    <UpcomingBookings
      bookings={bookings.data}
      timeZone={timeZone}
      notice={ticketNotice}
      onNotice={showTicketNotice}
    />
  );
  const failure = <LoadFailure queries={[slots, bookings]} message={bookingMessages.loading} />;

  if (slots.data === undefined && bookings.data === undefined)
    return (
      <>
        {header}
        {failure}
        {!isFailedQuery(slots) && <BookingLoading />}
      </>
    );
  return (
    <>
      {header}
      {failure}
      <WaitList
        taken={wanted?.state === "gone" ? wanted : null}
        selectedId={flow.selected?._id ?? null}
        onChoose={(id) => {
          // The message on arrival asks for just that.
          onAction();
          onChoose(id);
        }}
        mentorId={hasTimeSoon === false ? chosenId : null}
      />
      {sessionCount === 0 && <div className="mb-6">{upcoming}</div>}
      <div className="flex flex-col gap-6 xl:grid xl:grid-cols-[minmax(0,1fr)_21.25rem] xl:grid-rows-[auto_1fr]">
        {narrowView !== "list" && (
          <SlotCalendar
            slotEvents={slotEvents}
            ownEvents={ownEvents}
            filter={`${filter.interviewer?.id ?? ""}${filter.dayPart ?? ""}`}
            isReady={openSlots !== undefined}
            isNarrow={narrowView !== null}
            timeZone={timeZone}
            now={now}
            onSelectEvent={select}
            onShowUntil={showUntil}
          />
        )}
        <div className="contents xl:col-start-2 xl:row-span-2 xl:row-start-1 xl:flex xl:flex-col xl:gap-4">
          {openSlots === undefined && narrowView !== "calendar" && !isFailedQuery(slots) && (
            <Skeleton className={listSkeletonClass} />
          )}
          {openSlots && narrowView !== "calendar" && (
            <Card className={listClass}>
              <h2 className="sr-only">Open slots</h2>
              <SlotPicker
                slotEvents={slotEvents}
                timeZone={timeZone}
                hasNoMatches={openSlots.length > 0 && slotEvents.length === 0}
                later={later}
                onShowAll={showAll}
                onSelectEvent={select}
              />
            </Card>
          )}
          <ConfirmBooking
            slot={flow.selected}
            timeZone={timeZone}
            sessionCount={sessionCount}
            bookingNotice={notice}
            isBooking={isBooking}
            onConfirm={flow.confirm}
            goal={goal}
            onGoal={setGoal}
          />
          <Card tone="tint" className="text-sm">
            <h2 className="font-text text-base font-semibold tracking-normal">Time zone</h2>
            <p className="mt-1.5 text-ink-2">
              Slots are shown in {timeZoneLabel(timeZone, new Date())}. Change it in{" "}
              <Link to={{ pathname: paths.profile, search: "?tab=account" }} className="link">
                Account Settings
              </Link>
              .
            </p>
          </Card>
        </div>
        {sessionCount > 0 && upcoming}
      </div>
    </>
  );
}

/** A skeleton of the booking page, so that the layout does not shift when it loads. */
export function BookingLoading() {
  return (
    <div role="status" className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_21.25rem]">
      <span className="sr-only">Loading slots and bookings…</span>
      <Skeleton className={listSkeletonClass} />
      <Skeleton className="hidden h-80 !rounded-md xl:block" />
      <Skeleton className="h-24 !rounded-md" />
    </div>
  );
}

const slotViews = [
  { value: "list", label: "List" },
  { value: "calendar", label: "Calendar" },
] as const;

/** On a small screen, one of the two views of the slots is shown. */
type SlotView = (typeof slotViews)[number]["value"];

interface SlotCalendarProps {
  slotEvents: readonly CalendarEvent[];
  ownEvents: readonly CalendarEvent[];
  /** As in `CalendarProps`. */
  filter: string;
  /** True when the slots and interviews are loaded. */
  isReady: boolean;
  isNarrow: boolean;
  timeZone: string;
  now: Date;
  onSelectEvent: (id: string) => void;
  /** Called with the end of the days that are drawn. */
  onShowUntil: (instant: Date) => void;
}

/**
 * Open slots and the user's interviews. The whole day is drawn, because an interviewer's evening can be the
 * viewer's night.
 */
const SlotCalendar = memo(function SlotCalendar(props: SlotCalendarProps) {
  const { slotEvents, ownEvents, filter, isReady, isNarrow, timeZone, now, onSelectEvent, onShowUntil } =
    props;
  const [chosenView, setChosenView] = useState<CalendarView | null>(null);
  const [range, setRange] = useState<TimeRange | null>(null);
  // Only for the slot that was selected before the calendar was shown; later ones are selected in the calendar
  // itself.
  const [openOn, setOpenOn] = useState<Date | null | undefined>(undefined);
  if (openOn === undefined && isReady)
    setOpenOn(slotEvents.find(({ tone }) => tone === "selected")?.startsAt ?? null);

  useEffect(() => {
    if (range) onShowUntil(range.to);
  }, [range, onShowUntil]);

  // Sixty days can have thousands of slots, so the calendar gets only those of the days that it draws.
  const events = useMemo(
    () =>
      range
        ? [...slotEvents, ...ownEvents].filter(
            ({ startsAt, endsAt }) => startsAt < range.to && endsAt > range.from,
          )
        : [],
    [slotEvents, ownEvents, range],
  );

  return (
    <Calendar
      label="Open slots and your interviews"
      events={events}
      eventsRange={isReady ? range : null}
      view={chosenView ?? (isNarrow ? "day" : "week")}
      onViewChange={setChosenView}
      onRangeChange={setRange}
      timeZone={timeZone}
      now={now}
      nextAt={isReady ? nextEventTime([...slotEvents, ...ownEvents], now) : undefined}
      focusAt={openOn}
      filter={filter}
      height={600}
      stepMinutes={30}
      visibleFrom="00:00"
      visibleTo="24:00"
      onSelectEvent={onSelectEvent}
    />
  );
});

function nextEventTime(events: readonly CalendarEvent[], now: Date): Date | null {
  const upcoming = events.filter(({ endsAt }) => endsAt > now).map(({ startsAt }) => startsAt);
  return upcoming.sort((a, b) => a.getTime() - b.getTime())[0] ?? null;
}
