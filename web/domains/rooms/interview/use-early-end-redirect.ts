import type { Room } from "@greenroom/contract/meetings.ts";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { useRefreshInterviews } from "../../bookings/lifecycle/use-interview-change.ts";
import { correctionText, endedText, isEndedEarly, pathAfterInterview } from "./room-outcome.ts";

/**
 * Takes both participants to the next step when the interviewer ends the interview early. After the regular
 * end they can stay and talk.
 */
export function useEarlyEndRedirect(room: Room): void {
  const navigate = useNavigate();
  const refresh = useRefreshInterviews();
  const previousStatus = useRef(room.status);
  useEffect(() => {
    const wasPending = previousStatus.current === "pending";
    previousStatus.current = room.status;
    if (!wasPending || !isEndedEarly(room)) return;
    const role = room.parties.find(({ isYou }) => isYou)?.role ?? "interviewee";
    const message =
      role === "interviewer"
        ? "✅ The interview has ended. Your earning for this interview is credited once you send your feedback."
        : `✅ ${endedText(room.parties)} How was it?`;
    if (role === "interviewer") void refresh();
    const state = { message: message + correctionText(room.transcript) };
    navigate(pathAfterInterview(room.bookingId, role), { state });
  }, [room, navigate, refresh]);
}
