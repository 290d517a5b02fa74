import type { Room } from "@greenroom/contract/meetings.ts";
import { Link } from "react-router";
import { buttonClass } from "../../../ui/button-class.ts";
import { type RoomOutcome, roomOutcome } from "../room-outcome.ts";

/** What became of the session, for the one of its two parties who looks. */
export function outcomeForYou(room: Room): RoomOutcome {
  return roomOutcome(room, room.parties.find((party) => party.isYou)?.role ?? "interviewee");
}

/** What comes after a session. */
export function NextStepLink({ to, label }: RoomOutcome["next"]) {
  return (
    <Link to={to} className={buttonClass({ look: "spotlight" })}>
      {label}
    </Link>
  );
}
