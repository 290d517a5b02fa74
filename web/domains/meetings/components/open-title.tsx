import type { Room } from "@greenroom/contract/meetings.ts";
import { formatClock } from "../../../ui/time/format-clock.ts";
import { phaseAt, sessionParts } from "../room-phase.ts";
import { useRoomTitle } from "../use-room-title.ts";

/** `4:52 Interview · Greenroom`. */
export function OpenTitle({ room, now }: { room: Room; now: Date }) {
  const phase = phaseAt(room, now);
  const part = sessionParts(room).find((candidate) => candidate.phase === phase);
  const until = (instant: Date) => formatClock((instant.getTime() - now.getTime()) / 1000);
  const open = phase === "doors" ? `Starts in ${until(new Date(room.startTime))}` : "Session over";
  useRoomTitle(part ? `${until(part.to)} ${part.name}` : open);
  return null;
}
