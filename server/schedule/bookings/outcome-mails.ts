import type {
  Attendance,
  BookingStatus,
  InterviewDecision,
  Party,
} from "@greenroom/contract/schedule/bookings.ts";
import type { BusinessSettings } from "../../kernel/config/config.ts";
import type { MailContent } from "../../kernel/mail/mail-content.ts";
import { type PayoutState, reversalEffects } from "../../money/payouts/rules.ts";
import type { BookingMailContext } from "./mail-context.ts";
import { formatInterviewTime } from "./notifications/format-interview-time.ts";

/* The texts of the mails about a no-show. All times are in the reader's time zone and name it. */

/** The state of a report: upheld, dismissed because neither party was in the room, or waiting for us. */
export type NoShowReportStatus = "upheld" | "neither-came" | "waiting";

/** Tells either party what was reported and what it means for them. */
export function noShowMessage(
  { reader, role, otherName, when, bookingUrl }: BookingMailContext,
  { accused, reportStatus }: { accused: Party; reportStatus: NoShowReportStatus },
): MailContent {
  const isAccused = accused === role;
  return {
    to: reader.email,
    subject: `About your interview on ${when.short}`,
    heading: isAccused ? "You were reported as absent." : "We have your report.",
    paragraphs: [
      `It is about your interview with ${otherName}: ${when.long}`,
      describeReportStatus(reportStatus, accused, role),
      ...(isAccused ? ["If that is wrong, report a mistake with the booking, or write to us."] : []),
    ],
    action: { label: "See the booking", url: bookingUrl },
  };
}

function describeReportStatus(reportStatus: NoShowReportStatus, accused: Party, role: Party): string {
  if (reportStatus === "waiting") return "It doesn't match what the room recorded, so our team will decide.";
  if (reportStatus === "upheld") return describeConsequence(accused, role);
  return `Neither of you was in the room. ${describeConsequence("interviewer", role)}`;
}

interface DecisionFacts {
  outcome: InterviewDecision | "unchanged";
  reason: string;
  /** Of an earning that was taken back. */
  payoutState: PayoutState;
}

/** Tells either party how we decided a disputed or unclear interview. */
export function decisionMessage(
  { reader, role, otherName, when, bookingUrl, booking }: BookingMailContext,
  { outcome, reason, payoutState }: DecisionFacts,
): MailContent {
  return {
    to: reader.email,
    subject: `Decided: your interview on ${when.short}`,
    heading: "We looked into your interview.",
    paragraphs: [
      `It is about your interview with ${otherName}: ${when.long}`,
      describeDecision(outcome, { role, otherName, status: booking.status, payoutState }),
      `Why: ${reason}`,
    ],
    action: { label: "See the booking", url: bookingUrl },
  };
}

function describeDecision(
  outcome: DecisionFacts["outcome"],
  facts: { role: Party; otherName: string; status: BookingStatus; payoutState: PayoutState },
): string {
  const { role, otherName, status, payoutState } = facts;
  switch (outcome) {
    case "interviewee-absent":
    case "interviewer-absent": {
      const absent = outcome === "interviewee-absent" ? "interviewee" : "interviewer";
      const who = absent === role ? "you" : otherName;
      return `We find that ${who} did not attend. ${describeConsequence(absent, role, payoutState)}`;
    }
    case "session-returned":
      return `We return the session. ${describeConsequence("interviewer", role)}`;
    case "both-came":
      if (status === "cancelled") return "We find that both of you came. The session stays returned.";
      if (status === "pending") return "We find that both of you came.";
      return role === "interviewee"
        ? "We find that both of you came. The session is used up."
        : "We find that both of you came. You are paid for the interview once you send your feedback.";
    case "unchanged":
      return "We could not confirm the report. Everything stays as it was.";
  }
}

/** What an interviewer who did not attend is paid, after the session was returned to the interviewee. */
const payOfAbsent: Record<PayoutState, string> = {
  unpaid: "you are not paid for the interview.",
  exported: `your earning for the interview was taken back. ${reversalEffects.exported}`,
  paid: `your earning for the interview was taken back. ${reversalEffects.paid}`,
};

export function describeConsequence(
  accused: Party,
  role: Party,
  payoutState: PayoutState = "unpaid",
): string {
  if (accused === "interviewer") {
    return role === "interviewee"
      ? "Your session has been returned, and you can book with it right away."
      : `The session was returned to your interviewee, and ${payOfAbsent[payoutState]}`;
  }
  return role === "interviewee" ? "The session is used up." : "You are paid for the interview as booked.";
}

/** Mail to the operator. Times are in the business's time zone. */
export function noShowOperatorMessage(
  business: BusinessSettings,
  { booking, reader }: BookingMailContext,
  /** `record` is null if another provider hosts the meeting. */
  report: { accused: Party; record: Attendance | null; isOpen: boolean },
): MailContent {
  const formatBusinessTime = (startsAt: Date, endsAt: Date) =>
    formatInterviewTime({ startsAt, endsAt }, business.timeZone);
  const when = formatBusinessTime(booking.startsAt, booking.endsAt);
  const { record } = report;
  const formatVisits = (party: Party) =>
    record?.[party]
      .map(({ enteredAt, lastSeenAt }) => formatBusinessTime(new Date(enteredAt), new Date(lastSeenAt)).long)
      .join("; ") || "never";
  const { isOpen } = report;
  return {
    to: business.supportEmail,
    subject: `${isOpen ? "To decide: n" : "N"}o-show of the ${report.accused}, ${when.short}`,
    heading: isOpen ? "A no-show report that the record contradicts" : "A no-show was reported",
    paragraphs: [
      `Booking ${booking.id}: ${when.long}`,
      `Reported by ${reader.email}.`,
      record === null
        ? "It did not take place in our room, so there is no record of who attended."
        : `The interviewee was in the room: ${formatVisits("interviewee")}\nThe interviewer was in the room: ${formatVisits("interviewer")}`,
      isOpen
        ? "Nothing has changed yet. To decide, open the booking at the operator's desk."
        : "It was decided at once, because the record does not contradict it.",
    ],
  };
}
