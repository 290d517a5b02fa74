import type { Room } from "@greenroom/contract/room/room.ts";
import { GoalList } from "../../schedule/goals/goal-list.tsx";
import { Card } from "../../ui/display/card.tsx";

/** The interviewee's goal for this interview, visible to both. */
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
