import { type ReactNode, useCallback, useEffect, useState } from "react";
import { isUnauthorized } from "../api/errors.ts";
import { confirmDialogPart } from "../app/confirm-dialog-part.ts";
import { LazyPart, useLoadAhead } from "../app/lazy-part.tsx";
import { Spinner } from "../ui/status/spinner.tsx";
import { isRoomRefusal } from "./connection/room-snapshot.ts";
import { LocalMedia } from "./devices/local-media.ts";
import { RoomLayout } from "./layout/room-layout.tsx";
import { RoomFailure } from "./lobby/room-failure.tsx";
import { RoomLobby } from "./lobby/room-lobby.tsx";
import { useRoomSnapshot } from "./lobby/use-room-snapshot.ts";

/**
 * Somebody who waits in the lobby needs neither. They load once the person uses the page, if only by pressing "Join", or
 * when the lobby and its devices have had time to start.
 */
const joinedRoomPart = {
  name: "The room",
  load: () => import("./joined-room.tsx").then(({ JoinedRoom }) => JoinedRoom),
  lines: 3,
};
const lobbyFirstMilliseconds = 5_000;
const lazyParts = [joinedRoomPart, confirmDialogPart];

/** A signed-in user in the lobby, and in the room once they join. */
export function RoomScreen({ bookingId }: { bookingId: string }) {
  const [hasJoined, setJoined] = useState(false);
  const [media] = useState(() => new LocalMedia());
  const { data, error, isPending, isFetching, refetch } = useRoomSnapshot(bookingId, { isInside: hasJoined });
  useEffect(() => () => media.close(), [media]);
  useLoadAhead(lazyParts, { afterMilliseconds: lobbyFirstMilliseconds });
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
