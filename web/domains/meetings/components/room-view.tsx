import { useNow } from "../../../ui/time/use-now.ts";
import { useTimeZone } from "../../accounts/use-time-zone.ts";
import type { LocalMedia } from "../local-media.ts";
import { phaseAt, sessionParts } from "../room-phase.ts";
import { serverNow } from "../server-clock.ts";
import type { Visit } from "../visit-room.ts";
import { BeforeDoors } from "./before-doors.tsx";
import { ClosedRoom } from "./closed-room.tsx";
import { ConnectionNote } from "./connection-note.tsx";
import { DoorAfter } from "./door-after.tsx";
import { RoomDoor } from "./room-door.tsx";
import { nameOfSession } from "./room-sheet.tsx";
import { SessionClock } from "./session-clock.tsx";
import { Stage } from "./stage.tsx";

/** Twice a second, so that no second of the clock is skipped. */
const tick = 500;

interface RoomViewProps {
  visit: Visit;
  connected: boolean;
  media: LocalMedia;
  onJoin: () => void;
}

/** The room from outside: not open yet, open to come in, or closed. */
export function RoomView({ visit, connected, media, onJoin }: RoomViewProps) {
  const { room, clock } = visit;
  const now = serverNow(clock, useNow(tick));
  const timeZone = useTimeZone();
  const phase = phaseAt(room, now);
  if (phase === "closed") return <ClosedRoom message="This interview is over and its room is closed." />;
  if (phase === "before") {
    return (
      <Stage about={nameOfSession(room)}>
        <ConnectionNote connected={connected} />
        <BeforeDoors room={room} now={now} timeZone={timeZone} />
      </Stage>
    );
  }
  return (
    <Stage
      clock={<SessionClock phase={phase} parts={sessionParts(room)} now={now} />}
      about={nameOfSession(room)}
    >
      <ConnectionNote connected={connected} />
      {room.status === "pending" ? (
        <RoomDoor room={room} now={now} timeZone={timeZone} media={media} onJoin={onJoin} />
      ) : (
        <DoorAfter room={room} timeZone={timeZone} media={media} onJoin={onJoin} />
      )}
    </Stage>
  );
}
