import type { BookingStatus, Party } from "@greenroom/contract/bookings.ts";

/**
 * After this many minutes together in the room during the interview, both count as present. Our team looks at
 * shorter meetings.
 */
export const attendedTogetherMinutes = 5;

/** The evidence that an interview took place. */
export interface InterviewEvidence {
  status: BookingStatus;
  endsAt: Date;
  /** Null until completed. Before the end only the interviewer can complete it, by hand. */
  completedAt: Date | null;
  /** Time during the interview in which both were in the room. */
  secondsTogether: number;
  /** The meeting was in our room, so an empty record means that nobody came. */
  isRecorded: boolean;
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
  return wasEndedByHand(evidence) && (reporter === "interviewer" || mayHaveMet(evidence));
}

function wasEndedByHand({ status, completedAt, endsAt }: InterviewEvidence): boolean {
  return status === "completed" && completedAt !== null && completedAt < endsAt;
}

function mayHaveMet({ isRecorded, secondsTogether }: InterviewEvidence): boolean {
  return secondsTogether > 0 || !isRecorded;
}
