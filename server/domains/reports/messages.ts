import { noEvidenceText } from "@greenroom/contract/reports/report-labels.ts";
import type { AiFeedback } from "@greenroom/contract/reports/report-shape.ts";
import type { MailContent } from "../../mail/mail-content.ts";
import type { BookingMailContext } from "../bookings/notifications/mail-context.ts";

interface ReadyReport {
  bookingId: string;
  report: AiFeedback;
  publicUrl: string;
  /** How long records are kept. */
  recordDays: number;
}

export function reportIsReady(
  { reader, otherName, when }: BookingMailContext,
  { bookingId, report, publicUrl, recordDays }: ReadyReport,
): MailContent {
  return {
    to: reader.email,
    subject: `Your report on the interview with ${otherName} is ready`,
    listedSubject: "Your report on an interview is ready",
    heading: "Your report is ready.",
    paragraphs: [
      `It is about your interview with ${otherName}: ${when.long}`,
      contentOf(report),
      ...(report.shown === 0
        ? []
        : [
            `Each point links to the moment it came from. The record with these moments is deleted ${recordDays} days after the interview.`,
          ]),
    ],
    action: { label: "Read your report", url: `${publicUrl}/interviewee-dashboard/reports/${bookingId}` },
  };
}

function contentOf({ source, shown, verified, checked, isLate }: AiFeedback): string {
  if (shown === 0) return noEvidenceText({ source, isLate });
  if (source.kind !== "measured") return `${verified} of ${checked} points were verified against the record.`;
  const subject = isLate
    ? "Our language model could not be reached. The report"
    : source.wasModelAsked
      ? "Our language model read the record, but its answer could not be used. The report"
      : "It";
  return `${subject} has ${shown === 1 ? "one point" : `${shown} points`}, counted from the record.`;
}
