import type { Booking, InterviewerBooking, Party } from "@greenroom/contract/schedule/bookings.ts";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";

interface ProposedMoveNoteProps {
  booking: Booking | InterviewerBooking;
  viewer: Party;
  otherName: string;
}

/** Another time that we propose for a booking, until this person has answered; the link leads to the question. */
export function ProposedMoveNote({ booking, viewer, otherName }: ProposedMoveNoteProps) {
  if (!booking.proposedMoveId) return null;
  return (
    <p className="rounded-sm border border-accent-line bg-accent-tint px-4 py-2.5 text-amber">
      We propose another time for this interview.{" "}
      <Link to={paths.proposedTime(viewer, booking._id)} className="font-semibold underline">
        See the proposed time<span className="sr-only"> for the interview with {otherName}</span>
      </Link>
    </p>
  );
}
