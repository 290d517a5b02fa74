import { feedbackMinutes, interviewMinutes } from "@greenroom/contract/time.ts";
import type { MailContent } from "../../mail/compose.ts";
import type { Addressed } from "./address-party.ts";
import type { SessionTime } from "./name-session-time.ts";
import { freeUntil } from "./rules.ts";

/* What the mails about a booking say. Every time in them is on the reader's clock, named. */

/** The booking stands. `now` decides whether there is a word on what is free: for a slot that begins soon nothing is. */
export function confirmation(
  addressed: Addressed,
  { noticeHours, now }: { noticeHours: number; now: Date },
): MailContent {
  const { booking, role, reader, other, otherName, when, bookingUrl } = addressed;
  if (role === "interviewer") {
    return {
      to: reader.email,
      subject: `${otherName} booked you: ${when.short}`,
      heading: "A slot of yours is booked.",
      paragraphs: [
        `${otherName} (${other.email}) booked an interview with you.`,
        `When: ${when.long}`,
        "Their resume and the meeting's link are with the booking in your calendar.",
      ],
      action: { label: "Open your calendar", url: bookingUrl },
    };
  }
  return {
    to: reader.email,
    subject: `Your mock interview: ${when.short}`,
    heading: "You are booked.",
    paragraphs: [
      `Your interview with ${otherName} is set.`,
      `When: ${when.long}`,
      `It is ${interviewMinutes} minutes of interview and ${feedbackMinutes} minutes of feedback. The meeting's link is with your booking.`,
      ...(now <= freeUntil(booking, noticeHours)
        ? [`You can cancel or move it for free until ${noticeHours} hours before it starts.`]
        : []),
    ],
    action: { label: "See your booking", url: bookingUrl },
  };
}

/** The same for a booking that was moved, with the time at which it was. */
export function formerTime(
  content: MailContent,
  { otherName, when }: Addressed,
  was: SessionTime,
): MailContent {
  return {
    ...content,
    subject: `Moved: your interview is now ${when.short}`,
    heading: "Your interview was moved.",
    paragraphs: [
      `Your interview with ${otherName} has a new time.`,
      `Now: ${when.long}`,
      `Before: ${was.long}`,
      ...content.paragraphs.slice(2),
    ],
  };
}

/** To the interviewer who has a booking no more. */
export function movedAway({
  reader,
  otherName,
  when,
  bookingUrl,
}: Pick<Addressed, "reader" | "otherName" | "when" | "bookingUrl">): MailContent {
  return {
    to: reader.email,
    subject: `${otherName} moved away: ${when.short} is yours again`,
    heading: "An interview was moved away from you.",
    paragraphs: [
      `${otherName} moved their interview to another slot, in time to be free.`,
      `It was: ${when.long}`,
      "Your slot is offered to others again, unless you have time off then.",
    ],
    action: { label: "Open your calendar", url: bookingUrl },
  };
}

export function cancellation(addressed: Addressed): MailContent {
  const { reader, when, bookingUrl, role, otherName, booking } = addressed;
  return {
    to: reader.email,
    subject: `Cancelled: interview on ${when.short}`,
    heading: "This interview is cancelled.",
    paragraphs: [
      sayWhoCancelled(addressed),
      `It was to be with ${otherName}: ${when.long}`,
      role === "interviewee" ? sayWhatCameBack(booking.sessionForfeited) : sayWhatIsPaid(addressed),
    ],
    action: {
      label: role === "interviewee" ? "Choose another slot" : "Open your calendar",
      url: bookingUrl,
    },
  };
}

function sayWhoCancelled({ booking, role, otherName }: Addressed): string {
  if (booking.cancelledBy === "operator") return "We had to cancel it.";
  return booking.cancelledBy === role ? "You cancelled it." : `${otherName} cancelled it.`;
}

function sayWhatCameBack(isForfeited: boolean): string {
  return isForfeited
    ? "It was too late to cancel for free, so the session stays spent."
    : "Your session is back, and you can book with it at once.";
}

function sayWhatIsPaid({ booking }: Addressed): string {
  if (booking.sessionForfeited) return "It was cancelled late, so it is paid to you all the same.";
  return booking.cancelledBy === "interviewee"
    ? "Your slot is offered to others again, unless you have time off then."
    : "The slot is off your calendar. Nothing is paid for it.";
}

/** `where` is the sentence that says where they meet. */
export function reminder(
  { reader, otherName, when, bookingUrl }: Addressed,
  { hoursBefore, where }: { hoursBefore: number; where: string },
): MailContent {
  const soon = hoursBefore > 1 ? "within a day" : "within the hour";
  return {
    to: reader.email,
    subject: `Reminder: interview with ${otherName}, ${when.short}`,
    heading: `Your interview is ${soon}.`,
    paragraphs: [`With: ${otherName}`, `When: ${when.long}`, where],
    action: { label: "Open the booking", url: bookingUrl },
  };
}
