import type { Room } from "@greenroom/contract/room/room.ts";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { useRefreshInterviews } from "../../schedule/bookings/lifecycle/use-interview-change.ts";
import { correctionText, earningWaitsText, endedText, isEndedEarly, pathAfterEnd } from "./room-outcome.ts";

/**
 * Takes both participants to the next step when the interviewer ends the interview early. After the regular
 * end they can stay and talk.
 */
export function useEarlyEndRedirect(room: Room): void {
  const navigate = useNavigate();
  const refresh = useRefreshInterviews();
  const wasOver = useRef(isOver(room));
  useEffect(() => {
    const isOverAlready = wasOver.current;
    wasOver.current = isOver(room);
    if (isOverAlready || !isEndedEarly(room)) return;
    const role = room.parties.find(({ isYou }) => isYou)?.role ?? "interviewee";
    const message =
      role === "interviewer"
        ? room.isUnclear
          ? `The interview has ended. ${earningWaitsText}`
          : "✅ The interview has ended. Your earning for this interview is credited once you send your feedback."
        : `✅ ${endedText(room.parties)} ${room.isUnclear ? "Did it end too early?" : "How was it?"}`;
    if (role === "interviewer") void refresh();
    const state = { message: message + correctionText(room.transcript) };
    navigate(pathAfterEnd(room, role), { state });
  }, [room, navigate, refresh]);
}

function isOver({ status, isUnclear }: Room): boolean {
  return status !== "pending" || isUnclear;
}
