import type { Room } from "@greenroom/contract/room/room.ts";
import { fullName } from "../../format/full-name.ts";
import { StatusLight } from "../../ui/status/status-light.tsx";
import { otherParticipant } from "../interview/room-booking-ticket.tsx";

interface OtherParticipantPresenceProps {
  room: Room;
  /** Follows "Meera Rao is". */
  absentText: string;
}

/** Whether the other participant is in the room. */
export function OtherParticipantPresence({ room, absentText }: OtherParticipantPresenceProps) {
  const other = otherParticipant(room);
  if (!other) return null;
  return (
    <StatusLight status={other.isPresent ? "ready" : "off"} className="text-on-dark">
      {fullName(other)} is {other.isPresent ? "in the room" : absentText}
    </StatusLight>
  );
}
