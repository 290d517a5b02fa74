import type { Feedback } from "@greenroom/contract/review/feedback.ts";
import type { FeedbackRow } from "./store.ts";

export function presentFeedback(row: FeedbackRow): Feedback {
  return {
    _id: row.id,
    bookingId: row.bookingId,
    interviewerId: row.interviewerId,
    interviewDate: row.startsAt.toISOString(),
    interviewScore: row.interviewScore,
    overallSummary: row.overallSummary,
    createdAt: row.createdAt.toISOString(),
  };
}
