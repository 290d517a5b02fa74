import type { Room } from "@greenroom/contract/meetings.ts";
import { Countdown } from "../../../ui/clock-text.tsx";
import { formatClock } from "../../../ui/time/format-clock.ts";
import { formatDay } from "../../../ui/time/format-day.ts";
import { formatTime } from "../../../ui/time/format-time.ts";
import { useRoomTitle } from "../use-room-title.ts";
import { RoomSheet } from "./room-sheet.tsx";
import { StageMessage } from "./stage-message.tsx";
import { ToDashboard } from "./to-dashboard.tsx";

interface BeforeDoorsProps {
  room: Room;
  /** The server's. */
  now: Date;
  timeZone: string;
}

const dayLength = 86_400_000;

/** The room is not open yet: when it will be, and that there is nothing to do until then. */
export function BeforeDoors({ room, now, timeZone }: BeforeDoorsProps) {
  const opensAt = new Date(room.opensAt);
  const left = opensAt.getTime() - now.getTime();
  const days = Math.floor(left / dayLength);
  const inDays = days === 1 ? "in a day" : `in ${days} days`;
  useRoomTitle(days > 0 ? `Opens ${inDays}` : `Opens in ${formatClock(left / 1000)}`);
  return (
    <StageMessage
      status="wait"
      cue="Not open yet"
      title={`The room opens ${formatDay(opensAt, timeZone)} at ${formatTime(opensAt, timeZone)}`}
      detail="Keep this page open: it lets you in by itself."
      action={<ToDashboard />}
    >
      <p className="font-display text-4xl font-[560] text-spot">
        {days > 0 ? inDays : <Countdown until={opensAt} now={now} />}
      </p>
      <h2 className="sr-only">Your session</h2>
      <div className="w-full text-left">
        <RoomSheet room={room} timeZone={timeZone} />
      </div>
    </StageMessage>
  );
}
