import { nameInSubject } from "@greenroom/contract/kernel/names.ts";
import { countOf } from "@greenroom/contract/kernel/plain-text.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { noEvidenceText } from "@greenroom/contract/review/report-labels.ts";
import { type Party, parties } from "@greenroom/contract/schedule/bookings.ts";
import type { AiFeedback } from "@greenroom/contract/schedule/report-shape.ts";
import { z } from "zod";
import type { Deps } from "../kernel/deps.ts";
import { defineMailJob } from "../kernel/jobs.ts";
import { composeMail, type MailContent } from "../kernel/mail/compose.ts";
import { isEarningVoid } from "../money/earnings/earnings.ts";
import {
  type BookingMailContext,
  formatInterviewTime,
  loadMailContext,
} from "../schedule/bookings/mail-context.ts";
import { presentAiFeedback } from "../schedule/bookings/present.ts";
import { findFeedbackFile } from "./feedback/scores.ts";
import { findReport } from "./reports/stored-report.ts";

const bookingPayload = z.object({ bookingId: z.string() });

export const mailFeedbackReminder = defineMailJob("feedback.mail-reminder", bookingPayload);

/** Tells one party that the feedback is late and what the interviewee was given for it. */
export const mailRemedy = defineMailJob(
  "feedback.mail-remedy",
  bookingPayload.extend({ to: z.enum(parties) }),
);

export const mailReport = defineMailJob("reports.mail", bookingPayload);

/** Sends the reminder if the feedback is still missing and the deadline has not passed. */
export async function sendFeedbackReminder(deps: Deps, { bookingId }: { bookingId: string }): Promise<void> {
  const context = await loadMailContext(deps, bookingId, "interviewer");
  if (context === null || context.booking.status !== "completed") return;
  if ((await findFeedbackFile(deps.database, bookingId)) !== undefined) return;
  const { business, feedback, publicUrl } = deps.config;
  // The time began with the end of the interview, or when it was completed later.
  const awaited = await deps.database
    .selectFrom("awaitedFeedback")
    .select("endsAt")
    .where("bookingId", "=", bookingId)
    .executeTakeFirst();
  const dueAt = addMinutes(awaited?.endsAt ?? context.booking.endsAt, 60 * feedback.deadlineHours);
  if (dueAt <= deps.clock.now()) return;
  const zone = context.reader.timeZone ?? business.timeZone;
  const due = formatInterviewTime({ startsAt: dueAt, endsAt: dueAt }, zone).short;
  const hasEarning = !(await isEarningVoid(deps.database, bookingId));
  await deps.mail.send(composeMail(business, feedbackDueMessage(context, { due, hasEarning, publicUrl })));
}

export async function sendRemedy(
  deps: Deps,
  { bookingId, to }: { bookingId: string; to: Party },
): Promise<void> {
  const context = await loadMailContext(deps, bookingId, to);
  if (context === null) return;
  const { business, feedback, publicUrl } = deps.config;
  const message =
    to === "interviewee"
      ? remedyMessage(context, { sessions: feedback.remedySessions, publicUrl })
      : feedbackLateMessage(context, {
          hasEarning: !(await isEarningVoid(deps.database, bookingId)),
          publicUrl,
        });
  await deps.mail.send(composeMail(business, message));
}

/** Sends the mail if the report still exists. */
export async function sendReportReady(deps: Deps, { bookingId }: { bookingId: string }): Promise<void> {
  const row = await findReport(deps.database, bookingId);
  const report = row === undefined ? null : presentAiFeedback(row.checked);
  const context = await loadMailContext(deps, bookingId, "interviewee");
  if (report === null || context === null) return;
  const { business, publicUrl, recordDays } = deps.config;
  const content = reportIsReady(context, { bookingId, report, publicUrl, recordDays });
  await deps.mail.send(composeMail(business, content));
}

/** To an interviewee. `reportUrl` is the report that contains the feedback; null if there is none. */
export function feedbackArrivedMessage(
  { reader, otherName, when }: BookingMailContext,
  { reportUrl, publicUrl }: { reportUrl: string | null; publicUrl: string },
): MailContent {
  return {
    to: reader.email,
    subject: `${nameInSubject(otherName)}'s feedback is here`,
    listedSubject: "A mentor's feedback is here",
    heading: "Your mentor's feedback is here.",
    paragraphs: [
      `It is about your interview with ${otherName}: ${when.long}`,
      reportUrl === null ? "You can download it under My Sessions." : "You can open it from your report.",
    ],
    action: {
      label: "Read the feedback",
      url: reportUrl ?? `${publicUrl}/interviewee-dashboard/my-sessions`,
    },
  };
}

/** To an interviewer; `due` is in their time zone. `hasEarning` is false if the earning was taken back. */
function feedbackDueMessage(
  { reader, otherName, when }: BookingMailContext,
  { due, hasEarning, publicUrl }: { due: string; hasEarning: boolean; publicUrl: string },
): MailContent {
  return {
    to: reader.email,
    subject: `${nameInSubject(otherName)} is waiting for your feedback, due ${due}`,
    listedSubject: `An interviewee is waiting for your feedback, due ${due}`,
    heading: "Your feedback is due soon.",
    paragraphs: [
      `It is for ${otherName}: ${when.long}`,
      `It is due by ${due}.${hasEarning ? " You earn when you send it." : ""}`,
      "You can fill in the form, which creates the PDF, or upload your own.",
    ],
    action: { label: "Write it now", url: `${publicUrl}/interviewer-dashboard/history` },
  };
}

function remedyMessage(
  { reader, otherName, when }: BookingMailContext,
  { sessions, publicUrl }: { sessions: number; publicUrl: string },
): MailContent {
  const given = sessions === 1 ? "one session" : `${sessions} sessions`;
  return {
    to: reader.email,
    subject: `Your feedback is late: we added ${given}`,
    heading: "Your mentor's feedback is late.",
    paragraphs: [
      `It was for your interview with ${otherName}: ${when.long}`,
      `We have added ${given} to your account, and are still asking your mentor for the feedback.`,
    ],
    action: { label: "See your sessions", url: `${publicUrl}/interviewee-dashboard/booking` },
  };
}

function feedbackLateMessage(
  { reader, otherName, when }: BookingMailContext,
  { hasEarning, publicUrl }: { hasEarning: boolean; publicUrl: string },
): MailContent {
  return {
    to: reader.email,
    subject: `Your feedback for ${nameInSubject(otherName)} is late`,
    listedSubject: "Your feedback for an interviewee is late",
    heading: "The deadline for your feedback has passed.",
    paragraphs: [
      `It is for ${otherName}: ${when.long}`,
      hasEarning
        ? "We compensated them for the wait. You still earn when you send your feedback."
        : "We compensated them for the wait. Your feedback is still welcome.",
    ],
    action: { label: "Write it now", url: `${publicUrl}/interviewer-dashboard/history` },
  };
}

interface ReadyReport {
  bookingId: string;
  report: AiFeedback;
  publicUrl: string;
  /** How long records are kept. */
  recordDays: number;
}

function reportIsReady(
  { reader, otherName, when }: BookingMailContext,
  { bookingId, report, publicUrl, recordDays }: ReadyReport,
): MailContent {
  const url = `${publicUrl}/interviewee-dashboard/reports/${bookingId}`;
  const hasPoints = report.shown > 0;
  return {
    to: reader.email,
    subject: `Your report on the interview with ${nameInSubject(otherName)} is ready`,
    listedSubject: "Your report on an interview is ready",
    heading: "Your report is ready.",
    paragraphs: [
      `It is about your interview with ${otherName}: ${when.long}`,
      contentOf(report),
      hasPoints
        ? `Each point links to the moment it came from. The record with these moments is deleted ${recordDays} days after the interview.`
        : "Your mentor's feedback does not depend on it. We send it in a separate email.",
    ],
    action: { label: hasPoints ? "Read your report" : "See what was recorded", url },
  };
}

function contentOf(report: AiFeedback): string {
  const { source, shown, verified, checked, isLate } = report;
  if (shown === 0) return noEvidenceText(report);
  if (source.kind !== "measured") {
    const verb = verified === 1 ? "was" : "were";
    return `${verified} of ${countOf(checked, "point")} ${verb} verified against the record.`;
  }
  const why = isLate
    ? "Our language model could not be reached. "
    : source.wasModelAsked
      ? "Our language model’s answer could not be used. "
      : "";
  return `${why}It has ${shown === 1 ? "one point" : `${shown} points`}, counted from your interview.`;
}
