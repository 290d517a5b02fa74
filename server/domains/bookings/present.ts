import type { Booking, BookingStatus, InterviewerBooking } from "@greenroom/contract/bookings.ts";
import type { BookedSlot } from "./insert-booking.ts";
import { type BookingFacts, intervieweeActions, interviewerActions, type PolicyView } from "./policy.ts";
import { freeUntil, type WantedSlot } from "./rules.ts";
import type { BookingRow } from "./store.ts";

/** A booking as its interviewee sees it. */
export function presentBooking(row: BookingRow, view: PolicyView): Booking {
  return {
    ...presentCommon(row, view),
    interviewerId: {
      _id: row.interviewerId,
      firstName: row.interviewerFirstName,
      lastName: row.interviewerLastName,
    },
    feedback: presentGivenFeedback(row),
    // Checked against its schema when it was written, and again on the way out.
    aiFeedback: row.aiReport as Booking["aiFeedback"],
    remediedAt: row.remediedAt?.toISOString() ?? null,
    allowedActions: intervieweeActions(factsOf(row), view),
  };
}

/** A booking that was made this moment: no meeting, feedback or file yet. */
export function presentNewBooking(
  booking: WantedSlot & { id: string },
  slot: BookedSlot,
  view: PolicyView,
): Booking {
  const facts = { ...slot, status: "pending" as const, joinUrl: null, hasFeedback: false };
  return {
    _id: booking.id,
    startTime: slot.startsAt.toISOString(),
    endTime: slot.endsAt.toISOString(),
    status: "pending",
    zoomLink: null,
    feedbackFileUrl: null,
    allowedActions: intervieweeActions({ ...facts, hasFeedbackFile: false, reportedBy: [] }, view),
    freeUntil: freeUntil(slot, view.noticeHours).toISOString(),
    cancellation: null,
    noShowReports: [],
    interviewerId: { _id: booking.interviewerId, firstName: slot.firstName, lastName: slot.lastName },
    feedback: null,
    aiFeedback: null,
    remediedAt: null,
  };
}

/** A booking as its interviewer sees it. */
export function presentInterviewerBooking(row: BookingRow, view: PolicyView): InterviewerBooking {
  return {
    ...presentCommon(row, view),
    userId: {
      _id: row.intervieweeId,
      firstName: row.intervieweeFirstName,
      lastName: row.intervieweeLastName,
      email: row.intervieweeEmail,
    },
    intervieweeFeedback: presentGivenFeedback(row),
    allowedActions: interviewerActions(factsOf(row), view),
  };
}

function presentCommon(row: BookingRow, { noticeHours }: PolicyView) {
  return {
    _id: row.id,
    startTime: row.startsAt.toISOString(),
    endTime: row.endsAt.toISOString(),
    status: row.status as BookingStatus,
    zoomLink: row.joinUrl,
    // Says that there is a file and where to ask for its link; the link itself lives for minutes.
    feedbackFileUrl: row.feedbackFileKey === null ? null : `/api/interviewer/feedback-file/${row.id}`,
    freeUntil: row.status === "pending" ? freeUntil(row, noticeHours).toISOString() : null,
    cancellation: presentCancellation(row),
    noShowReports: row.noShowReports,
  };
}

function presentCancellation({
  cancelledAt,
  cancelledBy,
  sessionForfeited,
}: BookingRow): Booking["cancellation"] {
  if (cancelledAt === null || cancelledBy === null) return null;
  return {
    by: cancelledBy as NonNullable<Booking["cancellation"]>["by"],
    at: cancelledAt.toISOString(),
    sessionReturned: !sessionForfeited,
  };
}

function presentGivenFeedback({ interviewScore, overallSummary }: BookingRow): Booking["feedback"] {
  return interviewScore === null || overallSummary === null ? null : { interviewScore, overallSummary };
}

function factsOf(row: BookingRow): BookingFacts {
  return {
    status: row.status as BookingStatus,
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    joinUrl: row.joinUrl,
    hasFeedback: row.interviewScore !== null,
    hasFeedbackFile: row.feedbackFileKey !== null,
    reportedBy: row.noShowReports.map(({ by }) => by),
  };
}
