import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { call, isUnauthorized } from "../api/client.ts";
import { dialogsPart } from "../ui/dialogs.tsx";
import { LazyPart, useLoadAhead } from "../ui/lazy-part.tsx";
import { Spinner } from "../ui/status.tsx";
import { LocalMedia } from "./call/local-media.ts";
import { isRoomRefusal, type RoomSnapshot, takeSnapshot } from "./connection/room-connection.ts";
import { isRoomOpen, phaseAt, type RoomPhase } from "./interview/interview-clock.tsx";
import { RoomLayout } from "./layout/room-layout.tsx";
import { RoomFailure, RoomLobby } from "./room-lobby.tsx";

/**
 * Somebody who waits in the lobby needs neither. They load once the person uses the page, if only by pressing "Join", or
 * when the lobby and its devices have had time to start.
 */
const joinedRoomPart = {
  name: "The room",
  load: () => import("./joined-room.tsx").then(({ JoinedRoom }) => JoinedRoom),
  lines: 3,
};
const lazyParts = [joinedRoomPart, dialogsPart];

/** A signed-in user in the lobby, and in the room once they join. */
export function RoomScreen({ bookingId }: { bookingId: string }) {
  const [hasJoined, setJoined] = useState(false);
  const [media] = useState(() => new LocalMedia());
  const { data, error, isPending, isFetching, refetch } = useRoomSnapshot(bookingId, { isInside: hasJoined });
  useEffect(() => () => media.close(), [media]);
  useLoadAhead(lazyParts);
  const returnToLobby = useCallback(() => setJoined(false), []);
  if (isPending) return <RoomLoading />;
  if (data && hasJoined) {
    return (
      <LazyPart source={joinedRoomPart} frame={inRoomLayout}>
        {(JoinedRoom) => <JoinedRoom snapshot={data} media={media} onLeft={returnToLobby} />}
      </LazyPart>
    );
  }
  // The last data stays when the connection is lost, but a refusal removes it.
  if (data && !isRoomRefusal(error)) {
    const connected = error === null || isUnauthorized(error);
    return <RoomLobby snapshot={data} connected={connected} media={media} onJoin={() => setJoined(true)} />;
  }
  return error && <RoomFailure error={error} retrying={isFetching} onRetry={() => refetch()} />;
}

function inRoomLayout(state: ReactNode) {
  return (
    <RoomLayout>
      <div className="m-auto w-full max-w-md p-4">{state}</div>
    </RoomLayout>
  );
}

export function RoomLoading() {
  return (
    <RoomLayout>
      <div role="status" className="grid grow place-items-center">
        <span className="inline-flex items-center gap-3 text-on-dark-2">
          <Spinner /> Opening the room…
        </span>
      </div>
    </RoomLayout>
  );
}

/** While the room is open, when the other participant may join at any moment. */
const lobbyPollMilliseconds = 5_000;
const waitingPollMilliseconds = 30_000;

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

/** The room of a booking, for the lobby; not fetched any more once the user has joined. */
export function useRoomSnapshot(bookingId: string, { isInside: hasJoined }: { isInside: boolean }) {
  const lastSnapshot = useRef<RoomSnapshot>(null);
  return useQuery({
    queryKey: ["room-visit", bookingId],
    queryFn: async ({ signal }) => {
      const room = await call("GET /api/rooms/:id", { params: { id: bookingId }, signal });
      lastSnapshot.current = takeSnapshot(room, lastSnapshot.current);
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
}

function snapshotPhase({ room }: RoomSnapshot): RoomPhase {
  return phaseAt(room, new Date(room.now));
}
