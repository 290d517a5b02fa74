import { nameInSubject } from "@greenroom/contract/kernel/names.ts";
import type { MailContent } from "../../kernel/mail/mail-content.ts";
import type { BookingMailContext } from "../../schedule/bookings/mail-context.ts";

interface Remedy {
  /** How many credits were given. */
  sessions: number;
  publicUrl: string;
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
export function feedbackDueMessage(
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
      `It is due by ${due}.${hasEarning ? " Your earning for this interview is credited once you send it." : ""}`,
      "You can fill in the form, which creates the PDF, or upload your own.",
    ],
    action: { label: "Write it now", url: `${publicUrl}/interviewer-dashboard/history` },
  };
}

export function remedyMessage(
  { reader, otherName, when }: BookingMailContext,
  { sessions, publicUrl }: Remedy,
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

export function feedbackLateMessage(
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
        ? "We compensated them for the wait. Your earning for this interview is credited once you send your feedback, which is still welcome."
        : "We compensated them for the wait. Your feedback is still welcome.",
    ],
    action: { label: "Write it now", url: `${publicUrl}/interviewer-dashboard/history` },
  };
}
