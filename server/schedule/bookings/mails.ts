import { nameInSubject } from "@greenroom/contract/kernel/names.ts";
import { countOf } from "@greenroom/contract/kernel/plain-text.ts";
import { feedbackMinutes, interviewMinutes } from "@greenroom/contract/kernel/time.ts";
import { parties } from "@greenroom/contract/schedule/bookings.ts";
import { describeGoal, type Goal } from "@greenroom/contract/schedule/goals.ts";
import { z } from "zod";
import type { Deps } from "../../kernel/deps.ts";
import { defineHandler, defineMailJob, type JobHandler } from "../../kernel/jobs.ts";
import { composeMail, type MailContent } from "../../kernel/mail/compose.ts";
import { findPeople } from "../../people/accounts/profile.ts";
import { isBookable } from "../availability/open-slots.ts";
import {
  type BookingMailContext,
  bookingPayload,
  createCalendarInvite,
  formatInterviewTime,
  type InterviewTime,
  loadMailContext,
  type PartyMail,
  partyPayload,
} from "./mail-context.ts";
import { freeUntil } from "./rules.ts";
import { getMove } from "./store.ts";

export const mailConfirmation = defineMailJob("bookings.mail-confirmation", partyPayload);

/**
 * Confirms the booking to one party by mail, in their time zone, with an invitation. Sends nothing if the booking
 * is no longer pending or was moved meanwhile: the mail about the move contains everything in this one.
 */
async function sendConfirmation(deps: Deps, { bookingId, to }: PartyMail): Promise<void> {
  const context = await loadMailContext(deps, bookingId, to);
  if (context === null) return;
  const { status, inviteSequence } = context.booking;
  if (status !== "pending" || inviteSequence > 0) return;
  await deps.mail.send({
    ...composeMail(deps.config.business, bookingConfirmationMessage(deps, context)),
    calendar: createCalendarInvite(deps, "REQUEST", context),
  });
}

function bookingConfirmationMessage({ clock, config }: Deps, context: BookingMailContext): MailContent {
  const { booking, goal, role, reader, other, otherName, when, bookingUrl, meetingUrl } = context;
  const { cancelNoticeHours } = config;
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
      ...(clock.now() <= freeUntil(booking, cancelNoticeHours)
        ? [`You can cancel or move it for free until ${countOf(cancelNoticeHours, "hour")} before it starts.`]
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

export const mailMove = defineMailJob(
  "bookings.mail-move",
  bookingPayload.extend({
    /** Identifies the move by the sequence of its invitation. */
    sequence: z.number().int(),
    to: z.enum([...parties, "former-interviewer"]),
  }),
);

/**
 * Mails one person that a booking was moved. If it has been moved again, only the mail about the later move is
 * sent.
 */
async function sendMove(
  deps: Deps,
  { bookingId, sequence, to }: z.infer<typeof mailMove.payload>,
): Promise<void> {
  const { business } = deps.config;
  const context = await loadMailContext(deps, bookingId, to === "former-interviewer" ? "interviewer" : to);
  if (context === null) return;
  const { booking } = context;
  const from = await getMove(deps.database, bookingId, sequence);
  if (to === "former-interviewer") return await mailFormerInterviewer(deps, context, { ...from, sequence });
  if (booking.status !== "pending" || booking.inviteSequence !== sequence) return;
  const was = formatInterviewTime(from, context.reader.timeZone ?? business.timeZone);
  // To a new interviewer this is a new interview, not a move.
  const isNew = to === "interviewer" && from.interviewerId !== booking.interviewerId;
  const confirmed = bookingConfirmationMessage(deps, context);
  await deps.mail.send({
    ...composeMail(business, isNew ? confirmed : movedMessage(confirmed, context, was)),
    calendar: createCalendarInvite(deps, "REQUEST", context),
  });
}

/** Mails the former interviewer, even if the booking was moved again or canceled since. */
async function mailFormerInterviewer(
  deps: Deps,
  { booking, otherName, bookingUrl }: BookingMailContext,
  { interviewerId, sequence, ...times }: Awaited<ReturnType<typeof getMove>> & { sequence: number },
): Promise<void> {
  const { business } = deps.config;
  const reader = (await findPeople(deps.database, [interviewerId])).get(interviewerId);
  if (reader === undefined) return;
  const when = formatInterviewTime(times, reader.timeZone ?? business.timeZone);
  const slotNow = await describeSlotNow(deps, { interviewerId, startsAt: times.startsAt });
  await deps.mail.send({
    ...composeMail(business, movedAwayMessage({ reader, otherName, when, bookingUrl, slotNow })),
    calendar: createCalendarInvite(deps, "CANCEL", {
      reader,
      otherName,
      bookingUrl,
      // The meeting's link is now that of another interviewer.
      meetingUrl: null,
      booking: { ...booking, ...times, inviteSequence: sequence },
    }),
  });
}

function movedMessage(
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

function movedAwayMessage({
  reader,
  otherName,
  when,
  bookingUrl,
  slotNow,
}: Pick<BookingMailContext, "reader" | "otherName" | "when" | "bookingUrl"> & {
  slotNow: string;
}): MailContent {
  return {
    to: reader.email,
    subject: `${nameInSubject(otherName)} moved the interview: it was on ${when.short}`,
    listedSubject: `An interviewee moved an interview: it was on ${when.short}`,
    heading: "An interview was moved.",
    paragraphs: [
      `${otherName} moved their interview to another slot within the free notice period.`,
      `It was on: ${when.long}`,
      slotNow,
    ],
    action: { label: "Open your calendar", url: bookingUrl },
  };
}

/** What has become of an interviewer's slot that an interviewee left. */
async function describeSlotNow(
  { database, clock }: Deps,
  { interviewerId, startsAt }: { interviewerId: string; startsAt: Date },
): Promise<string> {
  const slot = await database
    .selectFrom("availability as slot")
    .select(["slot.status", isBookable(clock.now()).as("isBookable")])
    .where("slot.interviewerId", "=", interviewerId)
    .where("slot.startsAt", "=", startsAt)
    .where("slot.status", "<>", "removed")
    .executeTakeFirst();
  if (slot?.isBookable) return "Your slot is open to others again.";
  if (slot?.status === "booked") return "Your slot is booked again already.";
  if (slot?.status === "held") return "Your slot is held for somebody else, who can book it now.";
  return "Your slot is not open to others again: you have taken the time off, or it is too soon.";
}

export const mailCancellation = defineMailJob("bookings.mail-cancellation", partyPayload);

/**
 * Tells one party by mail who canceled the booking and what happened to its credit, and removes it from their
 * calendar.
 */
async function sendCancellation(deps: Deps, { bookingId, to }: PartyMail): Promise<void> {
  const context = await loadMailContext(deps, bookingId, to);
  if (context === null || context.booking.status !== "cancelled") return;
  const slotNow = to === "interviewer" ? await describeSlotNow(deps, context.booking) : "";
  await deps.mail.send({
    ...composeMail(deps.config.business, cancellationMessage(context, slotNow)),
    calendar: createCalendarInvite(deps, "CANCEL", context),
  });
}

function cancellationMessage(
  { booking, reader, when, bookingUrl, role, otherName }: BookingMailContext,
  slotNow: string,
): MailContent {
  const { cancelledBy, sessionForfeited } = booking;
  const who = cancelledBy === role ? "You canceled it." : `${otherName} canceled it.`;
  return {
    to: reader.email,
    subject: `Canceled: interview on ${when.short}`,
    heading: "This interview is canceled.",
    paragraphs: [
      cancelledBy === "operator" ? "We had to cancel it." : who,
      `It was scheduled with ${otherName}: ${when.long}`,
      role === "interviewee" ? describeReturnedCredit(sessionForfeited) : describePayment(booking, slotNow),
    ],
    action: { label: role === "interviewee" ? "Choose another slot" : "Open your calendar", url: bookingUrl },
  };
}

function describeReturnedCredit(isForfeited: boolean): string {
  return isForfeited
    ? "It was too late to cancel for free, so the session isn't returned."
    : "Your session has been returned, and you can book with it right away.";
}

function describePayment(
  { sessionForfeited, cancelledBy }: BookingMailContext["booking"],
  slotNow: string,
): string {
  if (sessionForfeited) return "It was canceled late, so you are still paid.";
  return cancelledBy === "interviewee"
    ? slotNow
    : "The slot is off your calendar, and you are not paid for the interview.";
}

export const bookingMails: JobHandler<Deps>[] = [
  defineHandler(mailConfirmation, sendConfirmation),
  defineHandler(mailMove, sendMove),
  defineHandler(mailCancellation, sendCancellation),
];
