import type { BookingStatus, Party } from "@greenroom/contract/schedule/bookings.ts";
import { attendedTogetherMinutes, type RoomEvidence } from "../rules.ts";

/** The evidence that an interview took place. */
export interface InterviewEvidence extends RoomEvidence {
  status: BookingStatus;
  endsAt: Date;
  /** Null until completed. Before the end only the interviewer can complete it, by hand. */
  completedAt: Date | null;
  /** The interviewee rated the interview. */
  hasFeedback: boolean;
  hasFeedbackFile: boolean;
}

/**
 * Decides whether the interview took place, so that this party cannot report a no-show. An interviewer who ended it
 * by hand or gave feedback has confirmed it. That alone does not bind the interviewee, because an interviewer who
 * never met them could also end it.
 */
export function tookPlace(reporter: Party, evidence: InterviewEvidence): boolean {
  if (evidence.status !== "pending" && evidence.status !== "completed") return false;
  if (evidence.hasFeedback || evidence.secondsTogether >= 60 * attendedTogetherMinutes) return true;
  if (reporter === "interviewer" && evidence.hasFeedbackFile) return true;
  return wasEndedByHand(evidence) && (reporter === "interviewer" || evidence.secondsTogether > 0);
}

export function wasEndedByHand({
  status,
  completedAt,
  endsAt,
}: Pick<InterviewEvidence, "status" | "completedAt" | "endsAt">): boolean {
  return status === "completed" && completedAt !== null && completedAt < endsAt;
}
