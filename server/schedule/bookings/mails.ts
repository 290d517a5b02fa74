import { nameInSubject } from "@greenroom/contract/kernel/names.ts";
import { countOf } from "@greenroom/contract/kernel/sentences.ts";
import { feedbackMinutes, interviewMinutes } from "@greenroom/contract/kernel/time.ts";
import { describeGoal } from "@greenroom/contract/schedule/goals/goal-labels.ts";
import type { Goal } from "@greenroom/contract/schedule/goals/goals.ts";
import type { MailContent } from "../../kernel/mail/mail-content.ts";
import type { BookingMailContext } from "./mail-context.ts";
import type { InterviewTime } from "./notifications/format-interview-time.ts";
import { freeUntil } from "./rules.ts";

/* The texts of the mails about a booking. All times are in the reader's time zone and name it. */

/**
 * Confirms a booking. `now` decides whether the mail offers free cancellation, which is not possible for a slot
 * that begins soon. `goal` goes to both: the interviewer can prepare, and the interviewee sees what they asked for.
 */
export function bookingConfirmationMessage(
  addressed: BookingMailContext,
  { noticeHours, now, goal }: { noticeHours: number; now: Date; goal: Goal | null },
): MailContent {
  const { booking, role, reader, other, otherName, when, bookingUrl, meetingUrl } = addressed;
  if (role === "interviewer") {
    return {
      to: reader.email,
      subject: `${nameInSubject(otherName)} booked you: ${when.short}`,
      listedSubject: `An interviewee booked you: ${when.short}`,
      heading: "One of your slots has been booked.",
      paragraphs: [
        `${otherName} (${other.email}) booked an interview with you.`,
        `When: ${when.long}`,
        "You'll find their resume and the meeting link with the booking in your calendar.",
        ...writeGoalLines("What they want from this interview:", goal),
      ],
      action: { label: "Open your calendar", url: bookingUrl },
    };
  }
  return {
    to: reader.email,
    subject: `Your mock interview: ${when.short}`,
    heading: "You're booked.",
    paragraphs: [
      `Your interview with ${otherName} is confirmed.`,
      `When: ${when.long}`,
      `It has ${interviewMinutes} minutes of interview and ${feedbackMinutes} minutes of feedback.`,
      meetingUrl === null
        ? "You'll find the meeting link in your booking."
        : `Join here: ${meetingUrl} (the link is in your booking, too).`,
      ...(now <= freeUntil(booking, noticeHours)
        ? [`You can cancel or move it for free until ${countOf(noticeHours, "hour")} before it starts.`]
        : []),
      ...writeGoalLines("What you want from this interview:", goal),
    ],
    action: { label: "See your booking", url: bookingUrl },
  };
}

function writeGoalLines(heading: string, goal: Goal | null): string[] {
  if (goal === null) return [];
  return [heading, ...describeGoal(goal).map(({ term, detail }) => `${term}: ${detail}`)];
}

/** The same mail for a moved booking, with its earlier time. */
export function movedMessage(
  content: MailContent,
  { otherName, when }: BookingMailContext,
  was: InterviewTime,
): MailContent {
  const subject = `Moved: your interview is now ${when.short}`;
  return {
    ...content,
    subject,
    listedSubject: subject,
    heading: "Your interview was moved.",
    paragraphs: [
      `Your interview with ${otherName} has a new time.`,
      `Now: ${when.long}`,
      `Before: ${was.long}`,
      ...content.paragraphs.slice(2),
    ],
  };
}

/** Tells an interviewer that a booking was moved to somebody else. */
export function movedAwayMessage({
  reader,
  otherName,
  when,
  bookingUrl,
}: Pick<BookingMailContext, "reader" | "otherName" | "when" | "bookingUrl">): MailContent {
  return {
    to: reader.email,
    subject: `${nameInSubject(otherName)} rescheduled: your ${when.short} slot is open again`,
    listedSubject: `An interviewee rescheduled: your ${when.short} slot is open again`,
    heading: "An interview was rescheduled.",
    paragraphs: [
      `${otherName} moved their interview to another slot within the free notice period.`,
      `It was on: ${when.long}`,
      "Your slot is open to others again, unless you have time off then.",
    ],
    action: { label: "Open your calendar", url: bookingUrl },
  };
}

export function cancellationMessage(addressed: BookingMailContext): MailContent {
  const { reader, when, bookingUrl, role, otherName, booking } = addressed;
  return {
    to: reader.email,
    subject: `Canceled: interview on ${when.short}`,
    heading: "This interview is canceled.",
    paragraphs: [
      describeWhoCanceled(addressed),
      `It was scheduled with ${otherName}: ${when.long}`,
      role === "interviewee" ? describeReturnedCredit(booking.sessionForfeited) : describePayment(addressed),
    ],
    action: {
      label: role === "interviewee" ? "Choose another slot" : "Open your calendar",
      url: bookingUrl,
    },
  };
}

function describeWhoCanceled({ booking, role, otherName }: BookingMailContext): string {
  if (booking.cancelledBy === "operator") return "We had to cancel it.";
  return booking.cancelledBy === role ? "You canceled it." : `${otherName} canceled it.`;
}

function describeReturnedCredit(isForfeited: boolean): string {
  return isForfeited
    ? "It was too late to cancel for free, so the session isn't returned."
    : "Your session has been returned, and you can book with it right away.";
}

function describePayment({ booking }: BookingMailContext): string {
  if (booking.sessionForfeited) return "It was canceled late, so you are still paid.";
  return booking.cancelledBy === "interviewee"
    ? "Your slot is open to others again, unless you have time off then."
    : "The slot is off your calendar, and you are not paid for the interview.";
}

/** `where` is the sentence that names the meeting place. */
export function reminderMessage(
  { reader, otherName, when, bookingUrl }: BookingMailContext,
  { hoursBefore, where }: { hoursBefore: number; where: string },
): MailContent {
  const soon = hoursBefore > 1 ? "within a day" : "within the hour";
  return {
    to: reader.email,
    subject: `Reminder: interview with ${nameInSubject(otherName)}, ${when.short}`,
    listedSubject: `Reminder: interview, ${when.short}`,
    heading: `Your interview is ${soon}.`,
    paragraphs: [`With: ${otherName}`, `When: ${when.long}`, where],
    action: { label: "Open the booking", url: bookingUrl },
  };
}
