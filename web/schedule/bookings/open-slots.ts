import { addMinutes, slotHorizonDays, slotMinutes } from "@greenroom/contract/kernel/time.ts";
import { maxSlotRows, type Slot } from "@greenroom/contract/schedule/availability.ts";
import type { Booking } from "@greenroom/contract/schedule/bookings.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { endOfWeeks, firstWeeks } from "../../api/early-calls.ts";
import { allRowsOptionsFor } from "../../api/query-client.tsx";
import { freshMilliseconds, pollInterval, slotPollMilliseconds } from "./queries.ts";

export interface LaterSlots {
  hasMore: boolean;
  isLoading: boolean;
  showMore: () => void;
}

/**
 * The open slots of the weeks in view, polled while the page is visible. All weeks are loaded if an interviewer is wanted
 * who has no slot in the first ones.
 */
export function useOpenSlots(wantedInterviewerId: string | null) {
  const [weeks, setWeeks] = useState(firstWeeks);
  const to = endOfWeeks(weeks, new Date());
  const query = useQuery({
    ...allRowsOptionsFor("GET /api/user/slots", { to, limit: String(maxSlotRows) }),
    // Keeps the slots of the first weeks on screen while later ones load.
    placeholderData: keepPreviousData,
    staleTime: freshMilliseconds,
    refetchInterval: ({ state }) => pollInterval(slotPollMilliseconds, state.error),
  });

  // Without such slots soon, the page shows the first ones that exist, because the user came to book.
  const hasNoneSoon =
    query.data !== undefined &&
    !query.isPlaceholderData &&
    !query.data.some(
      ({ interviewerId }) => wantedInterviewerId === null || interviewerId._id === wantedInterviewerId,
    );
  useEffect(() => {
    if (hasNoneSoon) setWeeks(allWeeks);
  }, [hasNoneSoon]);

  const showMore = useCallback(() => setWeeks((shown) => Math.min(allWeeks, shown + moreWeeks)), []);
  const showUntil = useCallback(
    (instant: Date) => setWeeks((shown) => Math.max(shown, weeksUntil(instant, new Date()))),
    [],
  );
  const hasMore = weeks < allWeeks;
  const isLoading = query.isPlaceholderData;
  const later = useMemo<LaterSlots>(() => ({ hasMore, isLoading, showMore }), [hasMore, isLoading, showMore]);
  return { query, later, showUntil };
}

const weekMinutes = 7 * 24 * 60;

/** How many more weeks of open slots are loaded each time. */
export const moreWeeks = 2;
/** Covers all slots that the server lists by default. */
export const allWeeks = Math.ceil(slotHorizonDays / 7);

export function weeksUntil(instant: Date, now: Date): number {
  const weeks = Math.ceil((instant.getTime() - now.getTime()) / (weekMinutes * 60_000));
  return Math.min(allWeeks, Math.max(firstWeeks, weeks));
}

/** The slots that the user can book at `now`: future ones that do not overlap one of their interviews. */
export function bookableSlots(
  slots: readonly Slot[],
  bookings: readonly Pick<Booking, "status" | "startTime" | "endTime">[],
  now: Date,
): Slot[] {
  const taken = bookings
    .filter(({ status }) => status === "pending")
    .map(({ startTime, endTime }) => [Date.parse(startTime), Date.parse(endTime)] as const);
  return slots.filter(({ slotTime }) => {
    const startsAt = new Date(slotTime);
    if (startsAt <= now) return false;
    const from = startsAt.getTime();
    const to = addMinutes(startsAt, slotMinutes).getTime();
    return !taken.some(([start, end]) => from < end && start < to);
  });
}
