import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import { timeZoneLabel } from "@greenroom/contract/kernel/time-zones.ts";
import type { Room } from "@greenroom/contract/room/room.ts";
import { formatLongDay, formatTimeRange } from "../../format/times.ts";
import { GoalList } from "../../schedule/goals/goal-list.tsx";
import { BookingTicket } from "../../ui/content.tsx";
import { Card } from "../../ui/panels.tsx";

export function otherParticipant(room: Room): Room["parties"][number] | undefined {
  return room.parties.find((party) => !party.isYou);
}

/** "Interview with Arjun Rao", for headings and titles. */
export function interviewTitle(room: Room): string {
  const other = otherParticipant(room);
  return other ? `Interview with ${fullName(other)}` : "Interview";
}

/** The other person and the time, on the booking ticket. */
export function RoomBookingTicket({ room, timeZone }: { room: Room; timeZone: string }) {
  const startsAt = new Date(room.startTime);
  const range = formatTimeRange(startsAt, new Date(room.endTime), timeZone);
  return (
    <BookingTicket
      startsAt={startsAt}
      timeZone={timeZone}
      title={interviewTitle(room)}
      detail={
        <>
          {formatLongDay(startsAt, timeZone)}, {range}
          <br />
          Times in {timeZoneLabel(timeZone, startsAt)}
        </>
      }
    />
  );
}

export function RoomGoal({ room }: { room: Room }) {
  if (room.goal === null) return null;
  const isInterviewee = room.parties.some(({ isYou, role }) => isYou && role === "interviewee");
  return (
    <section aria-labelledby="room-goal">
      <Card className="text-sm">
        <h2 id="room-goal" className="mb-2 text-base">
          {isInterviewee ? "Your goal for this interview" : "Their goal for this interview"}
        </h2>
        <GoalList goal={room.goal} />
      </Card>
    </section>
  );
}
