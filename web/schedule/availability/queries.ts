import { addMinutes, slotMinutes } from "@greenroom/contract/kernel/time.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { isUnauthorized, networkMessages } from "../../api/client.ts";
import type { EndpointName } from "../../api/endpoints.ts";
import { allRowsOptionsFor, queryOptionsFor, useReload } from "../../api/query-client.tsx";
import type { TimeRange } from "../../ui/calendar/calendar-event.ts";

/**
 * How often the calendar is loaded again while it is open, in milliseconds, because interviewees book meanwhile.
 */
const pollMilliseconds = 10_000;

/** A user who is no longer signed in would get the same error each time, so polling stops. */
const refetchInterval = ({ state }: { state: { error: unknown } }) =>
  isUnauthorized(state.error) ? false : pollMilliseconds;

/** Messages for failed calls (requirements §8); the server's own message comes before `failed`. */
export const calendarMessages = {
  load: { failed: "Failed to load your calendar.", network: networkMessages.unavailable },
  add: { failed: "Failed to add slot.", network: networkMessages.unavailable },
  remove: { failed: "Failed to delete slot.", network: networkMessages.unavailable },
} as const;

/** The slots of the days in view; null until those days are known. */
export function useAvailability(range: TimeRange | null) {
  const query = range ? { from: range.from.toISOString(), to: range.to.toISOString() } : {};
  return useQuery({
    ...allRowsOptionsFor("GET /api/interviewer/availability", query),
    enabled: range !== null,
    refetchInterval,
    // Keeps the current slots on screen until those of the next page are loaded.
    placeholderData: keepPreviousData,
  });
}

/** When the next of my slots and interviews begins; null without any, undefined while loading. */
export function useNextSlotTime(now: Date): Date | null | undefined {
  // A slot that began before the page was opened is listed while its interview may still be in progress.
  const [from] = useState(() => addMinutes(now, -slotMinutes).toISOString());
  const { data } = useQuery(queryOptionsFor("GET /api/interviewer/availability", { query: { from } }));
  const isLoading = data === undefined;
  const next = data?.find(
    ({ endTime, booking }) => new Date(endTime) > now && (booking === null || booking.status === "pending"),
  );
  const startsAt = next?.slotTime;
  // One object for one instant, so that the calendar is drawn again only when it changes.
  return useMemo(
    () => (isLoading ? undefined : startsAt === undefined ? null : new Date(startsAt)),
    [isLoading, startsAt],
  );
}

export function useUpcomingInterviews() {
  return useQuery({ ...queryOptionsFor("GET /api/interviewer/bookings"), refetchInterval });
}

export function useDashboardStats() {
  return useQuery({ ...queryOptionsFor("GET /api/interviewer/dashboard-stats"), refetchInterval });
}

const affectedEndpoints: readonly EndpointName[] = [
  "GET /api/interviewer/availability",
  "GET /api/interviewer/bookings",
  "GET /api/interviewer/dashboard-stats",
];

export const useRefreshCalendar = () => useReload(affectedEndpoints);
