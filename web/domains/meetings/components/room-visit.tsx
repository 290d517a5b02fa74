import { useCallback, useEffect, useState } from "react";
import { isSessionEnded } from "../../../api/errors.ts";
import { Spinner } from "../../../ui/spinner.tsx";
import { LocalMedia } from "../local-media.ts";
import { useRoom } from "../use-room.ts";
import { isRefusal } from "../visit-room.ts";
import { InRoom } from "./in-room.tsx";
import { RoomFailure } from "./room-failure.tsx";
import { RoomView } from "./room-view.tsx";
import { Stage } from "./stage.tsx";

/** A signed-in person at the door of a room, and in it once they join. */
export function RoomVisit({ bookingId }: { bookingId: string }) {
  const [isInside, setInside] = useState(false);
  const [media] = useState(() => new LocalMedia());
  const { data, error, isPending, isFetching, refetch } = useRoom(bookingId, { isInside });
  useEffect(() => () => media.close(), [media]);
  const goOut = useCallback(() => setInside(false), []);
  if (isPending) return <RoomLoading />;
  if (data && isInside) return <InRoom visit={data} media={media} onOut={goOut} />;
  // What is known stays in place when the line is cut; a refusal ends it.
  if (data && !isRefusal(error)) {
    const connected = error === null || isSessionEnded(error);
    return <RoomView visit={data} connected={connected} media={media} onJoin={() => setInside(true)} />;
  }
  return error && <RoomFailure error={error} retrying={isFetching} onRetry={() => refetch()} />;
}

export function RoomLoading() {
  return (
    <Stage>
      <div role="status" className="grid grow place-items-center">
        <span className="inline-flex items-center gap-3 text-on-stage-2">
          <Spinner /> Opening the room…
        </span>
      </div>
    </Stage>
  );
}
