import type { Room } from "@greenroom/contract/room/room.ts";
import { useNavigate } from "react-router";
import { fullName } from "../../format/full-name.ts";
import { EndNow } from "../../schedule/bookings/lifecycle/end-now.tsx";
import { otherParticipant } from "./room-booking-ticket.tsx";
import { correctionText, pathAfterInterview } from "./room-outcome.ts";

/** The interviewer ends the interview for both, once it has begun; the server tells the other page. */
export function EndInterviewButton({ room, now }: { room: Room; now: Date }) {
  const navigate = useNavigate();
  const isInterviewer = room.parties.some(({ isYou, role }) => isYou && role === "interviewer");
  const isOn = room.status === "pending" && !room.isUnclear && now >= new Date(room.startTime);
  if (!isInterviewer || !isOn) return null;
  const other = otherParticipant(room);
  return (
    <EndNow
      bookingId={room.bookingId}
      name={other ? fullName(other) : "your interviewee"}
      onDone={({ message }) =>
        navigate(pathAfterInterview(room.bookingId, "interviewer"), {
          state: { message: message + correctionText(room.transcript) },
        })
      }
    />
  );
}
