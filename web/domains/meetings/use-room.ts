import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { isSessionEnded } from "../../api/errors.ts";
import { isOpen, phaseAt } from "./room-phase.ts";
import { isRefusal, lookAtRoom, type Visit } from "./visit-room.ts";

/** At the open door, where the other one may come in any moment. */
const atTheDoor = 5_000;
const waiting = 30_000;

/** When to look again, in milliseconds; false when nothing there can change for this person any more. */
function nextLook(visit: Visit | undefined, error: unknown): number | false {
  if (isRefusal(error) || isSessionEnded(error)) return false;
  if (!visit) return atTheDoor;
  const now = new Date(visit.room.now);
  const phase = phaseAt(visit.room, now);
  if (phase === "closed") return false;
  if (isOpen(phase)) return atTheDoor;
  const untilOpen = new Date(visit.room.opensAt).getTime() - now.getTime();
  return Math.min(waiting, untilOpen + 100);
}

/** The room of a booking as seen from its door; not looked at any more by who is in it. */
export function useRoom(bookingId: string, { isInside }: { isInside: boolean }) {
  const last = useRef<Visit>(null);
  return useQuery({
    queryKey: ["room-visit", bookingId],
    queryFn: async ({ signal }) => {
      last.current = await lookAtRoom(bookingId, last.current, signal);
      return last.current;
    },
    // The next look is the retry; what is known stays on the page meanwhile.
    retry: false,
    enabled: !isInside,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => nextLook(state.data, state.error),
    refetchIntervalInBackground: true,
  });
}
