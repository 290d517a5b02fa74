import type { Room } from "@greenroom/contract/meetings.ts";
import { useCallback, useEffect, useState } from "react";
import { ErrorState } from "../../../ui/error-state.tsx";
import { LoadingLines } from "../../../ui/skeleton.tsx";
import { nameInRoom } from "../name-in-room.ts";
import type { RoomSession } from "../room-session.ts";

type PadView = typeof import("../pad/pad-view.tsx").default;

interface CodePanelProps {
  session: RoomSession;
  room: Room;
}

/** The shared pad's place in the room; the editor is fetched with it. */
export function CodePanel({ session, room }: CodePanelProps) {
  const [fetched, setFetched] = useState<{ View: PadView } | "failed" | null>(null);
  const load = useCallback(() => {
    setFetched(null);
    import("../pad/pad-view.tsx").then(
      ({ default: View }) => setFetched({ View }),
      (error: unknown) => {
        console.warn("The editor could not be fetched", error);
        setFetched("failed");
      },
    );
  }, []);
  useEffect(load, [load]);
  const nameOf = (personId: string) => nameInRoom(room.parties, personId);
  return (
    <div className="flex min-h-0 grow flex-col border-t border-stage-line">
      {fetched === null && (
        <div className="p-4">
          <LoadingLines label="Loading the editor…" lines={6} />
        </div>
      )}
      {fetched === "failed" && (
        <ErrorState message="The editor could not be loaded. Check your connection." onRetry={load} />
      )}
      {fetched !== null && fetched !== "failed" && <fetched.View session={session} nameOf={nameOf} />}
    </div>
  );
}
