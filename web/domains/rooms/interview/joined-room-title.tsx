import type { Room } from "@greenroom/contract/meetings.ts";
import { formatClock } from "../../../format/format-clock.ts";
import { useRoomTitle } from "../layout/use-room-title.ts";
import { interviewPhases, phaseAt } from "./room-phase.ts";

/** `4:52 Interview · Greenroom`. */
export function JoinedRoomTitle({ room, now }: { room: Room; now: Date }) {
  const phase = phaseAt(room, now);
  const part = interviewPhases(room).find((candidate) => candidate.phase === phase);
  const until = (instant: Date) => formatClock((instant.getTime() - now.getTime()) / 1000);
  const fallbackTitle = phase === "lobby" ? `Starts in ${until(new Date(room.startTime))}` : "Session ended";
  useRoomTitle(part ? `${until(part.to)} ${part.name}` : fallbackTitle);
  return null;
}
