import type { Room } from "@greenroom/contract/room/room.ts";

/**
 * before: not open yet · lobby: open, not begun · the three phases of the interview · after: over, still open
 * · closed.
 */
export type RoomPhase = "before" | "lobby" | "interview" | "feedback" | "wrap-up" | "after" | "closed";

export type RoomTimes = Pick<
  Room,
  "status" | "isUnclear" | "opensAt" | "startTime" | "feedbackAt" | "wrapUpAt" | "endTime" | "closesAt"
>;

/** The phase at an instant of the server's clock. A phase includes its first instant. */
export function phaseAt(room: RoomTimes, now: Date): RoomPhase {
  const isBefore = (instant: string) => now < new Date(instant);
  if (!isBefore(room.closesAt)) return "closed";
  // An interview can end early: once its status says so, it is over whatever the clock says.
  if (room.status !== "pending" || room.isUnclear || !isBefore(room.endTime)) return "after";
  if (isBefore(room.opensAt)) return "before";
  if (isBefore(room.startTime)) return "lobby";
  if (isBefore(room.feedbackAt)) return "interview";
  return isBefore(room.wrapUpAt) ? "feedback" : "wrap-up";
}

/** Whether a user with the page open counts as being in the room. */
export function isRoomOpen(phase: RoomPhase): boolean {
  return phase !== "before" && phase !== "closed";
}

export interface InterviewPhase {
  phase: RoomPhase;
  name: string;
  /** The purpose of this phase, in a line. */
  purpose: string;
  from: Date;
  to: Date;
}

/** The three phases of the 45 minutes, in order. */
export function interviewPhases(room: RoomTimes): InterviewPhase[] {
  const [start, feedback, wrapUp, end] = [room.startTime, room.feedbackAt, room.wrapUpAt, room.endTime].map(
    (instant) => new Date(instant),
  ) as [Date, Date, Date, Date];
  return [
    {
      phase: "interview",
      name: "Interview",
      purpose: "Questions as they would be asked on the day.",
      from: start,
      to: feedback,
    },
    {
      phase: "feedback",
      name: "Feedback",
      purpose: "What worked, what to change, and what to practice next.",
      from: feedback,
      to: wrapUp,
    },
    {
      phase: "wrap-up",
      name: "Wrap up",
      purpose: "Last questions, and time to breathe.",
      from: wrapUp,
      to: end,
    },
  ];
}

/** How much of a phase is over, 0 to 1. */
export function elapsedFraction(part: Pick<InterviewPhase, "from" | "to">, now: Date): number {
  const fraction =
    (now.getTime() - part.from.getTime()) / Math.max(1, part.to.getTime() - part.from.getTime());
  return Math.min(1, Math.max(0, fraction));
}
