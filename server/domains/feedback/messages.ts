import type { MailContent } from "../../mail/compose.ts";
import type { Addressed } from "../bookings/address-party.ts";

interface Remedy {
  /** How many were given. */
  sessions: number;
  publicUrl: string;
}

/** To an interviewer; `due` is on their own clock. */
export function feedbackIsOwed(
  { reader, otherName, when }: Addressed,
  due: string,
  publicUrl: string,
): MailContent {
  return {
    to: reader.email,
    subject: `${otherName} is waiting for your feedback, due ${due}`,
    heading: "Your feedback is still to come.",
    paragraphs: [
      `It is for ${otherName}: ${when.long}`,
      `It is due by ${due}. Your earning is credited when it is in.`,
      "You can fill in the form, which makes the PDF, or upload one of your own.",
    ],
    action: { label: "Write it now", url: `${publicUrl}/interviewer-dashboard/history` },
  };
}

export function remedyIsGiven(
  { reader, otherName, when }: Addressed,
  { sessions, publicUrl }: Remedy,
): MailContent {
  const given = sessions === 1 ? "one session" : `${sessions} sessions`;
  return {
    to: reader.email,
    subject: `Your feedback is late: ${given} from us`,
    heading: "Your mentor's feedback is late.",
    paragraphs: [
      `It was for your interview with ${otherName}: ${when.long}`,
      `We have put ${given} into your account. Your mentor is still asked for the feedback.`,
    ],
    action: { label: "See your sessions", url: `${publicUrl}/interviewee-dashboard/booking` },
  };
}

export function feedbackIsLate({ reader, otherName, when }: Addressed, { publicUrl }: Remedy): MailContent {
  return {
    to: reader.email,
    subject: `Your feedback for ${otherName} is late`,
    heading: "The deadline for your feedback has passed.",
    paragraphs: [
      `It is for ${otherName}: ${when.long}`,
      "They were given something for the wait. Your earning waits for your feedback, which is still welcome.",
    ],
    action: { label: "Write it now", url: `${publicUrl}/interviewer-dashboard/history` },
  };
}
