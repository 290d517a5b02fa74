import { nameInSubject } from "@greenroom/contract/kernel/names.ts";
import { countOf } from "@greenroom/contract/kernel/sentences.ts";
import { noEvidenceText } from "@greenroom/contract/review/reports/report-labels.ts";
import type { AiFeedback } from "@greenroom/contract/schedule/report-shape.ts";
import type { MailContent } from "../../kernel/mail/mail-content.ts";
import type { BookingMailContext } from "../../schedule/bookings/mail-context.ts";

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
  const url = `${publicUrl}/interviewee-dashboard/reports/${bookingId}`;
  if (report.shown === 0) {
    return {
      to: reader.email,
      subject: `Your interview with ${nameInSubject(otherName)} has a report without points`,
      listedSubject: "An interview has a report without points",
      heading: "Your report has no points.",
      paragraphs: [
        `It is about your interview with ${otherName}: ${when.long}`,
        contentOf(report),
        "Your mentor's feedback does not depend on it. We send it in a separate email.",
      ],
      action: { label: "See what was recorded", url },
    };
  }
  return {
    to: reader.email,
    subject: `Your report on the interview with ${nameInSubject(otherName)} is ready`,
    listedSubject: "Your report on an interview is ready",
    heading: "Your report is ready.",
    paragraphs: [
      `It is about your interview with ${otherName}: ${when.long}`,
      contentOf(report),
      `Each point links to the moment it came from. The record with these moments is deleted ${recordDays} days after the interview.`,
    ],
    action: { label: "Read your report", url },
  };
}

function contentOf(report: AiFeedback): string {
  const { source, shown, verified, checked, isLate } = report;
  if (shown === 0) return noEvidenceText(report);
  if (source.kind !== "measured") {
    const verb = verified === 1 ? "was" : "were";
    return `${verified} of ${countOf(checked, "point")} ${verb} verified against the record.`;
  }
  const subject = isLate
    ? "Our language model could not be reached. The report"
    : source.wasModelAsked
      ? "Our language model read the record, but its answer could not be used. The report"
      : "It";
  return `${subject} has ${shown === 1 ? "one point" : `${shown} points`}, counted from the record.`;
}
