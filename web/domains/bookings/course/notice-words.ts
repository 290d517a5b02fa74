import type { Booking, InterviewerBooking, Party } from "@greenroom/contract/bookings.ts";
import { formatDay } from "../../../ui/time/format-day.ts";
import { formatExactTime } from "../../../ui/time/format-time.ts";

/** Before booking: what cancelling will cost, for a slot that starts then; null hours away counts as far. */
export function noticeBeforeBooking(noticeHours: number, startsAt: Date | null, now: Date): string {
  if (noticeHours === 0) return "Free to cancel until it starts";
  const isLate = startsAt !== null && startsAt.getTime() - now.getTime() < noticeHours * 3_600_000;
  return isLate
    ? `Starts in less than ${noticeHours} hours: cancelling would cost the session`
    : `Free to cancel until ${noticeHours} hours before`;
}

/** On the ticket: until when it can be cancelled or moved for nothing. Whether it still can is the policy's word. */
export function noticeOnTicket(
  { freeUntil, allowedActions }: Pick<Booking, "freeUntil" | "allowedActions">,
  timeZone: string,
): string | null {
  if (freeUntil === null || !allowedActions.includes("cancel")) return null;
  if (!allowedActions.includes("reschedule")) return "Too late to cancel for free";
  const until = new Date(freeUntil);
  return `Free to cancel or move until ${formatDay(until, timeZone)}, ${formatExactTime(until, timeZone)}`;
}

/** What became of a booking, beyond its status; for the one who looks. */
export function outcomeWords(
  { cancellation, noShowReports, status }: Booking | InterviewerBooking,
  viewer: Party,
): string[] {
  const words: string[] = [];
  if (cancellation) words.push(cancellationWords(cancellation, viewer));
  if (status === "no_show_interviewer" && neitherCame(noShowReports)) {
    const back =
      viewer === "interviewee" ? "Your session came back." : "The session went back and nothing is paid.";
    words.push(`The room saw neither of you. ${back}`);
  } else if (status === "no_show_interviewer") {
    words.push(
      viewer === "interviewee"
        ? "Your interviewer did not come. Your session came back."
        : "You were reported as not having come. The session went back and nothing is paid.",
    );
  }
  if (status === "no_show_interviewee") {
    words.push(
      viewer === "interviewee"
        ? "You were reported as not having come. The session stays spent."
        : "Your interviewee did not come. The interview is paid to you.",
    );
  }
  if (noShowReports.some(({ outcome }) => outcome === "dismissed") && !neitherCame(noShowReports)) {
    words.push("A report of a no-show was looked into and does not stand.");
  }
  if (noShowReports.some(({ outcome }) => outcome === "pending")) {
    words.push("A report of a no-show does not go with what is on record: a person of ours decides.");
  }
  return words;
}

/** The interviewer reported, and the record showed that they had not come either. */
function neitherCame(reports: Booking["noShowReports"]): boolean {
  return (
    reports.some(({ by, outcome }) => by === "interviewer" && outcome === "dismissed") &&
    reports.every(({ by, outcome }) => by === "interviewer" || outcome !== "upheld")
  );
}

function cancellationWords(
  { by, sessionReturned }: NonNullable<Booking["cancellation"]>,
  viewer: Party,
): string {
  const who =
    by === "operator" ? "Cancelled by us." : by === viewer ? "You cancelled." : `The ${by} cancelled.`;
  if (viewer === "interviewee") {
    return `${who} ${sessionReturned ? "The session came back." : "It was too late to be free, so the session stays spent."}`;
  }
  return sessionReturned ? `${who} Nothing is paid for it.` : `${who} It was late, so it is paid to you.`;
}
