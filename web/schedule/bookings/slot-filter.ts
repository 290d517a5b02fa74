import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import { addMinutes, slotMinutes } from "@greenroom/contract/kernel/time.ts";
import type { Slot } from "@greenroom/contract/schedule/availability.ts";
import type { Booking } from "@greenroom/contract/schedule/bookings.ts";
import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import { formatLongDay, formatTimeRange } from "../../format/times.ts";
import { withParameters } from "../../paths.ts";
import { type CalendarEvent, markSelected } from "../../ui/calendar/calendar-event.ts";
import { groupByDay, type SlotGroup } from "../../ui/calendar/slot-list.tsx";
import { useFavorites } from "../mentors/favorites.tsx";

interface FilteredSlotsInput {
  slots: readonly Slot[];
  bookings: readonly Booking[];
  selectedId: string | null;
  timeZone: string;
  filterState: readonly [SlotFilter, (filter: SlotFilter) => void];
}

/**
 * The slots to choose from, filtered. The steps are memoized separately, so that selecting a slot does not format
 * the others again.
 */
export function useFilteredSlots({
  slots,
  bookings,
  selectedId,
  timeZone,
  filterState: [filter, setFilter],
}: FilteredSlotsInput) {
  const { interviewer, dayPart } = filter;
  const favorites = useFavorites();

  const interviewers = useMemo(() => {
    const isOne = interviewer?.id !== favoritesOption.id;
    const options = interviewerOptions(slots, isOne ? interviewer : null);
    return isOne && favorites.size === 0 ? options : [favoritesOption, ...options];
  }, [slots, interviewer, favorites]);
  const events = useMemo(() => {
    const shown = slotsOfInterviewer(slots, interviewer, favorites);
    return eventsInDayPart(
      shown.map((slot) => slotEvent(slot, timeZone)),
      dayPart,
      timeZone,
    );
  }, [slots, interviewer, favorites, dayPart, timeZone]);
  const slotEvents = useMemo(() => markSelected(events, selectedId), [events, selectedId]);
  const ownEvents = useMemo(() => interviewEvents(bookings, timeZone), [bookings, timeZone]);

  return { filter, setFilter, interviewers, slotEvents, ownEvents };
}

/** The URL contains the filter, so that a reload, a link and the back button show the same slots. */
export function useSlotFilter(slots: readonly Slot[]) {
  const [address, setAddress] = useSearchParams();
  const filter = useMemo(() => readSlotFilter(address, slots), [address, slots]);
  const setFilter = useCallback(
    (changed: SlotFilter) =>
      setAddress(
        (current) =>
          withParameters(current, {
            interviewer: changed.interviewer?.id,
            time: changed.dayPart?.toLowerCase(),
          }),
        { replace: true, preventScrollReset: true },
      ),
    [setAddress],
  );
  return [filter, setFilter] as const;
}

/** The one interviewer in the filter. Known before any slot has been loaded. */
export function useChosenInterviewerId(): string | null {
  const [address] = useSearchParams();
  const id = readInterviewerId(address);
  return id === favoritesOption.id ? null : id;
}

export type DayPart = SlotGroup["name"];
export const dayParts: readonly DayPart[] = ["Morning", "Afternoon", "Evening"];

export interface InterviewerOption {
  id: string;
  name: string;
}

/** In place of one interviewer: all favorites of the user. */
export const favoritesOption: InterviewerOption = { id: "favorites", name: "Favorites" };

/** Null matches everything. */
export interface SlotFilter {
  interviewer: InterviewerOption | null;
  dayPart: DayPart | null;
}

export const noFilter: SlotFilter = { interviewer: null, dayPart: null };

export const readInterviewerId = (address: URLSearchParams): string | null =>
  address.get("interviewer") || null;

/** Reads the filter from a URL. Anybody can write one, so a time of day that does not exist is ignored. */
export function readSlotFilter(address: URLSearchParams, slots: readonly Slot[]): SlotFilter {
  const id = readInterviewerId(address);
  const slot = slots.find(({ interviewerId }) => interviewerId._id === id);
  const name = slot === undefined ? "An interviewer without open slots" : fullName(slot.interviewerId);
  const one = id === null ? null : { id, name };
  return {
    interviewer: id === favoritesOption.id ? favoritesOption : one,
    dayPart: dayParts.find((part) => part.toLowerCase() === address.get("time")) ?? null,
  };
}

/** The interviewers to choose from, by name. The selected one stays in the list even without any slots left. */
export function interviewerOptions(
  slots: readonly Slot[],
  chosen: InterviewerOption | null,
): InterviewerOption[] {
  const names = new Map(slots.map(({ interviewerId }) => [interviewerId._id, fullName(interviewerId)]));
  if (chosen) names.set(chosen.id, chosen.name);
  return [...names]
    .map(([id, name]) => ({ id, name }))
    .sort((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id));
}

export function slotsOfInterviewer(
  slots: readonly Slot[],
  interviewer: InterviewerOption | null,
  favorites: ReadonlySet<string>,
): readonly Slot[] {
  if (interviewer === null) return slots;
  const { id } = interviewer;
  return slots.filter(({ interviewerId: { _id } }) =>
    id === favoritesOption.id ? favorites.has(_id) : _id === id,
  );
}

/** Morning, afternoon and evening are the same as in the list's headings, in the viewer's time zone. */
export function eventsInDayPart(
  events: readonly CalendarEvent[],
  dayPart: DayPart | null,
  timeZone: string,
): readonly CalendarEvent[] {
  if (dayPart === null) return events;
  return groupByDay(events, timeZone)
    .flatMap(({ groups }) => groups)
    .filter(({ name }) => name === dayPart)
    .flatMap((group) => group.events);
}

export function slotEnd({ slotTime }: Slot): Date {
  return addMinutes(new Date(slotTime), slotMinutes);
}

function formatWhen(startsAt: Date, endsAt: Date, timeZone: string): string {
  return `${formatLongDay(startsAt, timeZone)}, ${formatTimeRange(startsAt, endsAt, timeZone)}`;
}

export function slotEvent(slot: Slot, timeZone: string): CalendarEvent {
  const startsAt = new Date(slot.slotTime);
  const endsAt = slotEnd(slot);
  const title = fullName(slot.interviewerId);
  return {
    id: slot._id,
    startsAt,
    endsAt,
    title,
    shortTitle: slot.interviewerId.firstName,
    tone: "available",
    label: `Open slot with ${title}, ${formatWhen(startsAt, endsAt, timeZone)}`,
  };
}

/** The user's upcoming and completed interviews as calendar events. Canceled and missed ones take no time. */
export function interviewEvents(bookings: readonly Booking[], timeZone: string): CalendarEvent[] {
  return bookings.flatMap((booking) => {
    if (booking.status !== "pending" && booking.status !== "completed") return [];
    const startsAt = new Date(booking.startTime);
    const endsAt = new Date(booking.endTime);
    const isCompleted = booking.status === "completed";
    const subject = isCompleted ? "Your completed interview" : "Your interview";
    return {
      id: booking._id,
      startsAt,
      endsAt,
      title: "Interview",
      shortTitle: "Yours",
      tone: isCompleted ? ("completed" as const) : ("mine" as const),
      label: `${subject} with ${fullName(booking.interviewerId)}, ${formatWhen(startsAt, endsAt, timeZone)}`,
    };
  });
}
