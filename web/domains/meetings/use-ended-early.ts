import type { Room } from "@greenroom/contract/meetings.ts";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { useRefreshInterviews } from "../bookings/course/use-changing-interview.ts";
import { afterSession, endedWords, isEndedEarly } from "./room-outcome.ts";

/**
 * Takes whoever is in the room to what comes next when the interviewer ends the session before its time. One whose time
 * is up by the clock goes on: nobody is cut off.
 */
export function useEndedEarly(room: Room): void {
  const navigate = useNavigate();
  const refresh = useRefreshInterviews();
  const before = useRef(room.status);
  useEffect(() => {
    const wasOn = before.current === "pending";
    before.current = room.status;
    if (!wasOn || !isEndedEarly(room)) return;
    const you = room.parties.find(({ isYou }) => isYou)?.role ?? "interviewee";
    const message =
      you === "interviewer"
        ? "✅ The interview is over. Your earning is credited when your feedback is in."
        : `✅ ${endedWords(room.parties)} How was it?`;
    if (you === "interviewer") void refresh();
    navigate(afterSession(room.bookingId, you), { state: { message } });
  }, [room, navigate, refresh]);
}
