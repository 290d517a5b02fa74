import type { Room } from "@greenroom/contract/meetings.ts";
import { CueLight } from "../../../ui/cue-light.tsx";
import { fullName } from "../../accounts/person-name.ts";
import { otherParty } from "./room-sheet.tsx";

interface OtherPresenceProps {
  room: Room;
  /** After "Meera Rao is". */
  whileAway: string;
}

/** Whether the other one is behind the door. */
export function OtherPresence({ room, whileAway }: OtherPresenceProps) {
  const other = otherParty(room);
  if (!other) return null;
  return (
    <CueLight status={other.isPresent ? "ready" : "off"} className="text-on-stage">
      {fullName(other)} is {other.isPresent ? "in the room" : whileAway}
    </CueLight>
  );
}
