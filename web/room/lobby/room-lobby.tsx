import { useTimeZone } from "../../session/use-time-zone.ts";
import { useNow } from "../../ui/hooks/use-now.ts";
import type { RoomSnapshot } from "../connection/room-snapshot.ts";
import { serverNow } from "../connection/server-clock.ts";
import type { LocalMedia } from "../devices/local-media.ts";
import { InterviewClock } from "../interview/interview-clock.tsx";
import { interviewTitle } from "../interview/room-booking-ticket.tsx";
import { interviewPhases, phaseAt } from "../interview/room-phase.ts";
import { ConnectionStatus } from "../layout/connection-status.tsx";
import { RoomLayout } from "../layout/room-layout.tsx";
import { ClosedRoom } from "./closed-room.tsx";
import { JoinLobby } from "./join-lobby.tsx";
import { LobbyAfterInterview } from "./lobby-after-interview.tsx";
import { LobbyBeforeOpening } from "./lobby-before-opening.tsx";

/** Twice a second, so that the clock skips no second. */
const clockTickMilliseconds = 500;

interface RoomLobbyProps {
  snapshot: RoomSnapshot;
  connected: boolean;
  media: LocalMedia;
  onJoin: () => void;
}

/** The lobby: before the room opens, while it is open, and after it has closed. */
export function RoomLobby({ snapshot, connected, media, onJoin }: RoomLobbyProps) {
  const { room, clock } = snapshot;
  const now = serverNow(clock, useNow(clockTickMilliseconds));
  const timeZone = useTimeZone();
  const phase = phaseAt(room, now);
  if (phase === "closed") return <ClosedRoom message="This interview has ended and its room is closed." />;
  if (phase === "before") {
    return (
      <RoomLayout title={interviewTitle(room)}>
        <ConnectionStatus connected={connected} />
        <LobbyBeforeOpening room={room} now={now} timeZone={timeZone} />
      </RoomLayout>
    );
  }
  return (
    <RoomLayout
      clock={<InterviewClock phase={phase} parts={interviewPhases(room)} now={now} />}
      title={interviewTitle(room)}
    >
      <ConnectionStatus connected={connected} />
      {room.status === "pending" ? (
        <JoinLobby room={room} now={now} timeZone={timeZone} media={media} onJoin={onJoin} />
      ) : (
        <LobbyAfterInterview room={room} timeZone={timeZone} media={media} onJoin={onJoin} />
      )}
    </RoomLayout>
  );
}
