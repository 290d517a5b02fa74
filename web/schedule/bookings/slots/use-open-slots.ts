import { listSlots } from "@greenroom/contract/schedule/availability.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { queryKeyFor } from "../../../api/query-client.ts";
import { pollInterval, slotPollMilliseconds } from "../queries.ts";
import { listSlotsUntil } from "./list-slots-until.ts";
import { allWeeks, endOfWeeks, firstWeeks, moreWeeks, weeksUntil } from "./slot-weeks.ts";

/** Loads later slots. */
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
    queryKey: [...queryKeyFor(listSlots), { to }],
    queryFn: ({ signal }) => listSlotsUntil(to, signal),
    // Keeps the slots of the first weeks on screen while later ones load.
    placeholderData: keepPreviousData,
    staleTime: 0,
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
