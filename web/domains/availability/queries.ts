import { listAvailability } from "@greenroom/contract/availability.ts";
import { listInterviewerBookings } from "@greenroom/contract/bookings.ts";
import { getDashboardStats } from "@greenroom/contract/earnings.ts";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { isSessionEnded } from "../../api/errors.ts";
import { keyOf, queryOf } from "../../api/queries.ts";
import type { TimeRange } from "../../ui/calendar/calendar-event.ts";

/** Interviewees book while the calendar is open; so often it looks for them, in milliseconds. */
const everyMilliseconds = 10_000;

/** Who is not signed in any more gets the same answer however often they ask. */
const refetchInterval = ({ state }: { state: { error: unknown } }) =>
  isSessionEnded(state.error) ? false : everyMilliseconds;

/** What the screens of this domain say when a call fails (spec §8): the server's own sentence comes before `failed`. */
export const sentences = {
  load: { failed: "Failed to load your calendar.", network: "Network error or server unavailable." },
  add: { failed: "Failed to add slot.", network: "Network error or server unavailable." },
  remove: { failed: "Failed to delete slot.", network: "Network error or server unavailable." },
} as const;

/** The slots of the days in view; null until it is known which those are. */
export function useAvailability(range: TimeRange | null) {
  const query = range ? { from: range.from.toISOString(), to: range.to.toISOString() } : {};
  return useQuery({
    ...queryOf(listAvailability, { query }),
    enabled: range !== null,
    refetchInterval,
    // Turning a page keeps what is drawn until the next days are there.
    placeholderData: keepPreviousData,
  });
}

/** When the next of my slots and interviews of 60 days begins; null for none, undefined until it is known or when `wanted` is false. */
export function useNextSlotTime(wanted: boolean, now: Date): Date | null | undefined {
  const { data } = useQuery({ ...queryOf(listAvailability), enabled: wanted });
  if (data === undefined) return undefined;
  const next = data.find(
    ({ endTime, booking }) => new Date(endTime) > now && (booking === null || booking.status === "pending"),
  );
  return next ? new Date(next.slotTime) : null;
}

export function useUpcomingInterviews() {
  return useQuery({ ...queryOf(listInterviewerBookings), refetchInterval });
}

export function useDashboardStats() {
  return useQuery({ ...queryOf(getDashboardStats), refetchInterval });
}

/** Everything on the calendar page that a change of one slot can change. Settles once it is all fresh. */
export function useRefreshCalendar(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    const changed = [listAvailability, listInterviewerBookings, getDashboardStats];
    await Promise.all(changed.map((endpoint) => client.invalidateQueries({ queryKey: keyOf(endpoint) })));
  }, [client]);
}
