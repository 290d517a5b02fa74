import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { isUnauthorized } from "../../api/errors.ts";
import {
  fetchRoomSnapshot,
  isRoomRefusal,
  type RoomSnapshot,
  snapshotFromMessage,
} from "../connection/room-snapshot.ts";
import { isRoomOpen, phaseAt, type RoomPhase } from "../interview/room-phase.ts";
import { watchRoomFromLobby } from "./watch-lobby.ts";

/** While the room is open, when the other participant may join at any moment. */
const lobbyPollMilliseconds = 5_000;
const waitingPollMilliseconds = 30_000;

const snapshotQueryKey = (bookingId: string) => ["room-visit", bookingId];

/** When to fetch again, in milliseconds; false when nothing can change for this user any more. */
function nextPoll(snapshot: RoomSnapshot | undefined, error: unknown): number | false {
  if (isRoomRefusal(error) || isUnauthorized(error)) return false;
  if (!snapshot) return lobbyPollMilliseconds;
  const now = new Date(snapshot.room.now);
  const phase = snapshotPhase(snapshot);
  if (phase === "closed") return false;
  if (isRoomOpen(phase)) return lobbyPollMilliseconds;
  const untilOpen = new Date(snapshot.room.opensAt).getTime() - now.getTime();
  return Math.min(waitingPollMilliseconds, untilOpen + 100);
}

/**
 * The room of a booking, for the lobby; not fetched any more once the user has joined. While the room is
 * open, a socket reports changes at once. Polling continues anyway, because a socket can fail, and nothing
 * reports participants who fall silent.
 */
export function useRoomSnapshot(bookingId: string, { isInside: hasJoined }: { isInside: boolean }) {
  const lastSnapshot = useRef<RoomSnapshot>(null);
  const client = useQueryClient();
  const query = useQuery({
    queryKey: snapshotQueryKey(bookingId),
    queryFn: async ({ signal }) => {
      lastSnapshot.current = await fetchRoomSnapshot(bookingId, lastSnapshot.current, signal);
      return lastSnapshot.current;
    },
    // The next poll is the retry; the last data stays on the page meanwhile.
    retry: false,
    enabled: !hasJoined,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => nextPoll(state.data, state.error),
    refetchIntervalInBackground: true,
  });
  const { data, error, refetch } = query;
  const isInLobby = !hasJoined && data !== undefined && error === null && isRoomOpen(snapshotPhase(data));
  useEffect(() => {
    if (!isInLobby) return;
    return watchRoomFromLobby(bookingId, {
      onRoom: (room) => {
        lastSnapshot.current = snapshotFromMessage(room, lastSnapshot.current);
        client.setQueryData(snapshotQueryKey(bookingId), lastSnapshot.current);
      },
      onEnd: () => void refetch(),
    });
  }, [isInLobby, bookingId, client, refetch]);
  return query;
}

function snapshotPhase({ room }: RoomSnapshot): RoomPhase {
  return phaseAt(room, new Date(room.now));
}
