import type { Room } from "@greenroom/contract/room/room.ts";
import { formatDay } from "../../format/format-day.ts";
import { formatClock, formatTime } from "../../format/format-time.ts";
import { Countdown } from "../../ui/display/clock-text.tsx";
import { RoomBookingTicket } from "../interview/room-booking-ticket.tsx";
import { BackToDashboardLink } from "../layout/back-to-dashboard-link.tsx";
import { RoomMessage } from "../layout/room-message.tsx";
import { useRoomTitle } from "../layout/use-room-title.ts";

interface LobbyBeforeOpeningProps {
  room: Room;
  /** The server's clock. */
  now: Date;
  timeZone: string;
}

const dayMilliseconds = 86_400_000;

/** Before the room opens: says when it will, and that there is nothing to do until then. */
export function LobbyBeforeOpening({ room, now, timeZone }: LobbyBeforeOpeningProps) {
  const opensAt = new Date(room.opensAt);
  const remaining = opensAt.getTime() - now.getTime();
  const days = Math.floor(remaining / dayMilliseconds);
  const inDays = days === 1 ? "in a day" : `in ${days} days`;
  useRoomTitle(days > 0 ? `Opens ${inDays}` : `Opens in ${formatClock(remaining / 1000)}`);
  return (
    <RoomMessage
      status="wait"
      statusLabel="Not open yet"
      title={`The room opens ${formatDay(opensAt, timeZone)} at ${formatTime(opensAt, timeZone)}`}
      detail="Keep this page open: we'll let you in automatically."
      action={<BackToDashboardLink />}
    >
      <p className="font-text text-4xl font-semibold tabular text-accent">
        {days > 0 ? inDays : <Countdown until={opensAt} now={now} />}
      </p>
      <h2 className="sr-only">Your session</h2>
      <div className="w-full text-left">
        <RoomBookingTicket room={room} timeZone={timeZone} />
      </div>
    </RoomMessage>
  );
}
