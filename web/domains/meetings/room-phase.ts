import type { Room } from "@greenroom/contract/meetings.ts";

/** before: not open yet · doors: open, not begun · three parts of the session · after: over, still open · closed. */
export type RoomPhase = "before" | "doors" | "interview" | "feedback" | "wrap-up" | "after" | "closed";

export type RoomTimes = Pick<
  Room,
  "status" | "opensAt" | "startTime" | "feedbackAt" | "wrapUpAt" | "endTime" | "closesAt"
>;

/** Where a session stands at an instant of the server's clock. A part has begun at its first instant. */
export function phaseAt(room: RoomTimes, now: Date): RoomPhase {
  const isBefore = (instant: string) => now < new Date(instant);
  if (!isBefore(room.closesAt)) return "closed";
  // It can be ended early, and a session that is over by its status is over whatever the clock says.
  if (room.status !== "pending" || !isBefore(room.endTime)) return "after";
  if (isBefore(room.opensAt)) return "before";
  if (isBefore(room.startTime)) return "doors";
  if (isBefore(room.feedbackAt)) return "interview";
  return isBefore(room.wrapUpAt) ? "feedback" : "wrap-up";
}

/** Whether a person who has the page open counts as being in the room. */
export function isOpen(phase: RoomPhase): boolean {
  return phase !== "before" && phase !== "closed";
}

export interface SessionPart {
  phase: RoomPhase;
  name: string;
  /** What this part is for, in a line. */
  purpose: string;
  from: Date;
  to: Date;
}

/** The three parts of the 45 minutes, in their order. */
export function sessionParts(room: RoomTimes): SessionPart[] {
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
      purpose: "What worked, what to change, and what to practise next.",
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

/** How much of a part is over, 0 to 1. */
export function shareOf(part: Pick<SessionPart, "from" | "to">, now: Date): number {
  const share = (now.getTime() - part.from.getTime()) / Math.max(1, part.to.getTime() - part.from.getTime());
  return Math.min(1, Math.max(0, share));
}
