import type { Room } from "@greenroom/contract/meetings.ts";
import { CallSheet } from "../../../ui/call-sheet.tsx";
import { formatLongDay } from "../../../ui/time/format-day.ts";
import { formatTimeRange } from "../../../ui/time/format-time.ts";
import { fullName } from "../../accounts/person-name.ts";

/** The other one of the two. */
export function otherParty(room: Room): Room["parties"][number] | undefined {
  return room.parties.find((party) => !party.isYou);
}

/** "Interview with Arjun Rao", for headings and titles. */
export function nameOfSession(room: Room): string {
  const other = otherParty(room);
  return other ? `Interview with ${fullName(other)}` : "Interview";
}

/** Who and when, on the session's ticket. */
export function RoomSheet({ room, timeZone }: { room: Room; timeZone: string }) {
  const startsAt = new Date(room.startTime);
  const range = formatTimeRange(startsAt, new Date(room.endTime), timeZone);
  return (
    <CallSheet
      startsAt={startsAt}
      timeZone={timeZone}
      title={nameOfSession(room)}
      detail={
        <>
          {formatLongDay(startsAt, timeZone)}, {range}
          <br />
          Times in {timeZone}
        </>
      }
    />
  );
}
