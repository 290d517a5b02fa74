import type { Room } from "@greenroom/contract/meetings.ts";
import { Link } from "react-router";
import { buttonClass } from "../../../ui/actions/button-class.ts";
import { type RoomOutcome, roomOutcome } from "./room-outcome.ts";

/** The outcome of the interview for the viewing participant. */
export function outcomeForViewer(room: Room): RoomOutcome {
  return roomOutcome(room, room.parties.find((party) => party.isYou)?.role ?? "interviewee");
}

/** The link to the next step after an interview. */
export function NextStepLink({ to, label }: RoomOutcome["next"]) {
  return (
    <Link to={to} className={buttonClass({ variant: "accent" })}>
      {label}
    </Link>
  );
}
