import type { Room } from "@greenroom/contract/room/room.ts";
import { useCallback, useEffect, useState } from "react";
import { ErrorState } from "../../ui/status/error-state.tsx";
import { LoadingLines } from "../../ui/status/skeleton.tsx";
import type { RoomClient } from "../connection/room-client.ts";
import { participantName } from "../participant-name.ts";

type CodePadComponent = typeof import("./code-pad.tsx").default;

interface CodePadTabProps {
  client: RoomClient;
  room: Room;
}

/** The room's tab for the shared pad; the editor is loaded with it. */
export function CodePadTab({ client, room }: CodePadTabProps) {
  const [loaded, setLoaded] = useState<{ View: CodePadComponent } | "failed" | null>(null);
  const load = useCallback(() => {
    setLoaded(null);
    import("./code-pad.tsx").then(
      ({ default: View }) => setLoaded({ View }),
      (error: unknown) => {
        console.warn("The editor could not be fetched", error);
        setLoaded("failed");
      },
    );
  }, []);
  useEffect(load, [load]);
  const you = room.parties.find(({ isYou }) => isYou);
  const other = room.parties.find(({ isYou }) => !isYou);
  const nameOf = (personId: string) => participantName(room.parties, personId);
  return (
    <div className="flex min-h-0 grow flex-col border-t border-dark-line">
      {loaded === null && (
        <div className="p-4">
          <LoadingLines label="Loading the editor…" lines={6} />
        </div>
      )}
      {loaded === "failed" && (
        <ErrorState message="The editor could not be loaded. Check your connection." onRetry={load} />
      )}
      {loaded !== null && loaded !== "failed" && (
        <loaded.View
          client={client}
          nameOf={nameOf}
          ownId={you?._id ?? ""}
          isInterviewer={you?.role === "interviewer"}
          otherName={other?.firstName ?? "The other person"}
        />
      )}
    </div>
  );
}
