import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { isSessionEnded } from "../../api/errors.ts";
import { isOpen, phaseAt, type RoomPhase } from "./room-phase.ts";
import { hearOfRoom, isRefusal, lookAtRoom, type Visit } from "./visit-room.ts";
import { watchDoor } from "./watch-door.ts";

/** At the open door, where the other one may come in any moment. */
const atTheDoor = 5_000;
const waiting = 30_000;

const keyOfVisit = (bookingId: string) => ["room-visit", bookingId];

/** When to look again, in milliseconds; false when nothing there can change for this person any more. */
function nextLook(visit: Visit | undefined, error: unknown): number | false {
  if (isRefusal(error) || isSessionEnded(error)) return false;
  if (!visit) return atTheDoor;
  const now = new Date(visit.room.now);
  const phase = phaseOf(visit);
  if (phase === "closed") return false;
  if (isOpen(phase)) return atTheDoor;
  const untilOpen = new Date(visit.room.opensAt).getTime() - now.getTime();
  return Math.min(waiting, untilOpen + 100);
}

/**
 * The room of a booking as seen from its door; not looked at any more by who is in it. At the open door a line tells what
 * changes at once; the looks go on, for a line can be cut, and nobody tells of those who fall silent.
 */
export function useRoom(bookingId: string, { isInside }: { isInside: boolean }) {
  const last = useRef<Visit>(null);
  const client = useQueryClient();
  const query = useQuery({
    queryKey: keyOfVisit(bookingId),
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
  const { data, error, refetch } = query;
  const isAtDoor = !isInside && data !== undefined && error === null && isOpen(phaseOf(data));
  useEffect(() => {
    if (!isAtDoor) return;
    return watchDoor(bookingId, {
      onRoom: (room) => {
        last.current = hearOfRoom(room, last.current);
        client.setQueryData(keyOfVisit(bookingId), last.current);
      },
      onEnd: () => void refetch(),
    });
  }, [isAtDoor, bookingId, client, refetch]);
  return query;
}

function phaseOf({ room }: Visit): RoomPhase {
  return phaseAt(room, new Date(room.now));
}
