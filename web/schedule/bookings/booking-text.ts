import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import {
  type Booking,
  type InterviewerBooking,
  isNeitherCame,
  type Party,
} from "@greenroom/contract/schedule/bookings.ts";
import { formatDay, formatExactTime } from "../../format/times.ts";

type Name = Parameters<typeof fullName>[0];

/** Who reads a booking, and whom they meet: each party's own lists name the other person. */
export function sidesOf(booking: { interviewerId: Name } | { userId: Name }): {
  viewer: Party;
  otherName: string;
} {
  return "userId" in booking
    ? { viewer: "interviewer", otherName: fullName(booking.userId) }
    : { viewer: "interviewee", otherName: fullName(booking.interviewerId) };
}

/**
 * On the ticket: until when the booking can be canceled or moved free of charge. The policy decides whether it
 * still can.
 */
export function cancellationNoticeOnTicket(
  { freeUntil, allowedActions }: Pick<Booking, "freeUntil" | "allowedActions">,
  timeZone: string,
): string | null {
  if (freeUntil === null || !allowedActions.includes("cancel")) return null;
  if (!allowedActions.includes("reschedule")) return "Too late to cancel for free";
  const until = new Date(freeUntil);
  return `Free to cancel or move until ${formatDay(until, timeZone)}, ${formatExactTime(until, timeZone)}`;
}

/** The outcome of a booking beyond its status, in words for this viewer. */
export function bookingOutcomeText(
  booking: Booking | InterviewerBooking,
  viewer: Party,
  /** `isExternal`: it took place at another provider, where there is no record. */
  { isExternal }: { isExternal: boolean },
): string[] {
  const { cancellation, noShowReports, status, unclear } = booking;
  const lines: string[] = [];
  if (unclear?.outcome === "session-returned") lines.push(returnedText(unclear, viewer));
  else if (cancellation) lines.push(cancellationText(cancellation, viewer));
  const isNobody = !isExternal && noShowReports.some((report) => isNeitherCame(report, booking.startTime));
  if (status === "no_show_interviewer" && isNobody) {
    const creditText =
      viewer === "interviewee"
        ? "Your session was returned."
        : "The session was returned and nothing is paid.";
    lines.push(`Neither of you was in the room. ${creditText}`);
  } else if (status === "no_show_interviewer") {
    lines.push(
      viewer === "interviewee"
        ? "Your interviewer did not attend. Your session was returned."
        : "You missed it. The session was returned and nothing is paid.",
    );
  }
  if (status === "no_show_interviewee") {
    lines.push(
      viewer === "interviewee"
        ? "You missed it. The session is used up."
        : "Your interviewee did not attend. You are paid for the interview.",
    );
  }
  if (noShowReports.some(({ outcome }) => outcome === "dismissed") && !isNobody)
    lines.push("A no-show report was not upheld.");
  if (noShowReports.some(({ outcome }) => outcome === "pending"))
    lines.push("The room's record alone doesn't settle a no-show report, so our team decides.");
  return lines;
}

function returnedText({ found, minutesTogether }: NonNullable<Booking["unclear"]>, viewer: Party): string {
  const what =
    found === "ended-early" ? `It ended after ${minutesTogether} min.` : "Nobody stayed in the room.";
  return `${what} The session was returned${viewer === "interviewee" ? "." : " and nothing is paid."}`;
}

function cancellationText(
  { by, sessionReturned }: NonNullable<Booking["cancellation"]>,
  viewer: Party,
): string {
  const who = by === "operator" ? "Canceled by us." : by === viewer ? "You canceled." : `The ${by} canceled.`;
  if (viewer === "interviewee")
    return `${who} ${sessionReturned ? "The session was returned." : "It was too late to cancel for free, so the session isn't returned."}`;
  return sessionReturned ? `${who} Nothing is paid for it.` : `${who} They canceled late, so you'll be paid.`;
}
