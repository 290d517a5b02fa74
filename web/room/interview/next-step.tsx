import { Link } from "react-router";
import { buttonClass } from "../../ui/actions/button-class.ts";
import type { RoomOutcome } from "./room-outcome.ts";

/** The link to the next step after an interview. */
export function NextStepLink({ to, label }: RoomOutcome["next"]) {
  return (
    <Link to={to} className={buttonClass({ variant: "accent" })}>
      {label}
    </Link>
  );
}
