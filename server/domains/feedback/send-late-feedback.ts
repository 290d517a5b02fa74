import type { Party } from "@greenroom/contract/bookings.ts";
import { addMinutes } from "@greenroom/contract/time.ts";
import type { Deps } from "../../deps.ts";
import { composeMail } from "../../mail/compose.ts";
import { addressParty } from "../bookings/address-party.ts";
import { nameSessionTime } from "../bookings/name-session-time.ts";
import { feedbackIsLate, feedbackIsOwed, remedyIsGiven } from "./messages.ts";
import { findFeedbackFile } from "./store.ts";

/** Reminds an interviewer of the feedback that they owe, if by now they still do and the deadline has not passed. */
export async function sendFeedbackReminder(deps: Deps, { bookingId }: { bookingId: string }): Promise<void> {
  const addressed = await addressParty(deps, bookingId, "interviewer");
  if (addressed === null || addressed.booking.status !== "completed") return;
  if ((await findFeedbackFile(deps.database, bookingId)) !== undefined) return;
  const { business, feedback, publicUrl } = deps.config;
  const dueAt = addMinutes(addressed.booking.endsAt, 60 * feedback.deadlineHours);
  if (dueAt <= deps.clock.now()) return;
  const zone = addressed.reader.timeZone ?? business.timeZone;
  const due = nameSessionTime({ startsAt: dueAt, endsAt: dueAt }, zone).short;
  await deps.mail.send(composeMail(business, feedbackIsOwed(addressed, due, publicUrl)));
}

/** Tells one party that the feedback did not come in time and what was given for it. */
export async function sendRemedy(
  deps: Deps,
  { bookingId, to }: { bookingId: string; to: Party },
): Promise<void> {
  const addressed = await addressParty(deps, bookingId, to);
  if (addressed === null) return;
  const { business, feedback, publicUrl } = deps.config;
  const compose = to === "interviewee" ? remedyIsGiven : feedbackIsLate;
  await deps.mail.send(
    composeMail(business, compose(addressed, { sessions: feedback.remedySessions, publicUrl })),
  );
}
