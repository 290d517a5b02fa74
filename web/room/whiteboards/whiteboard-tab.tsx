import type { Room } from "@greenroom/contract/room/room.ts";
import { useCallback, useEffect, useState } from "react";
import { ErrorState } from "../../ui/status/error-state.tsx";
import { LoadingLines } from "../../ui/status/skeleton.tsx";
import type { RoomClient } from "../connection/room-client.ts";
import { participantName } from "../participant-name.ts";
import { loadBoardLibrary } from "./load-board-library.ts";

type WhiteboardComponent = typeof import("./whiteboard.tsx").default;

interface WhiteboardTabProps {
  client: RoomClient;
  room: Room;
}

/**
 * The whiteboard's place in the room. Excalidraw is larger than the rest of the room, so it is fetched when a person
 * opens the whiteboard.
 */
export function WhiteboardTab({ client, room }: WhiteboardTabProps) {
  const [loaded, setLoaded] = useState<{ View: WhiteboardComponent } | "failed" | null>(null);
  const load = useCallback(() => {
    setLoaded(null);
    loadBoardLibrary(() => import("./whiteboard.tsx")).then(
      ({ default: View }) => setLoaded({ View }),
      (error: unknown) => {
        console.warn("The whiteboard could not be fetched", error);
        setLoaded("failed");
      },
    );
  }, []);
  useEffect(load, [load]);
  const nameOf = useCallback((personId: string) => participantName(room.parties, personId), [room.parties]);
  if (loaded === null)
    return (
      <div className="p-4">
        <LoadingLines label="Loading the whiteboard…" lines={6} />
      </div>
    );
  if (loaded === "failed")
    return <ErrorState message="The whiteboard could not be loaded. Check your connection." onRetry={load} />;
  return <loaded.View client={client} nameOf={nameOf} />;
}
