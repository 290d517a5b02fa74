import { interviewDecisions, parties } from "@greenroom/contract/schedule/bookings.ts";
import { z } from "zod";
import { defineJob, defineMailJob, emptyPayload } from "../../kernel/jobs/job.ts";
import { payoutStates } from "../../money/payouts/rules.ts";

const bookingPayload = z.object({ bookingId: z.string() });

/** Enqueues the meeting and mails of all bookings that are not announced yet. Runs on request and every minute. */
export const announceBookings = defineJob({
  name: "bookings.announce",
  payload: emptyPayload,
  cron: "* * * * *",
});

/** Confirms a booking to one of its two parties by mail. */
export const mailConfirmation = defineMailJob({
  name: "bookings.mail-confirmation",
  payload: bookingPayload.extend({ to: z.enum(parties) }),
});

/** Settles bookings whose end has passed by the room's record, every minute. */
export const completeDue = defineJob({
  name: "bookings.complete-due",
  payload: emptyPayload,
  cron: "* * * * *",
});

const partyPayload = bookingPayload.extend({ to: z.enum(parties) });

/** Tells one party that the booking was canceled, and removes it from their calendar. */
export const mailCancellation = defineMailJob({ name: "bookings.mail-cancellation", payload: partyPayload });

/** Tells one of the two parties, or the former interviewer, that a booking was moved. */
export const mailMove = defineMailJob({
  name: "bookings.mail-move",
  payload: bookingPayload.extend({
    /** Identifies the move by the sequence of its invitation. */
    sequence: z.number().int(),
    to: z.enum([...parties, "former-interviewer"]),
  }),
});

/** Tells a party, or us, that someone was reported as a no-show. */
export const mailNoShow = defineMailJob({
  name: "bookings.mail-no-show",
  payload: bookingPayload.extend({ reportedBy: z.enum(parties), to: z.enum([...parties, "operator"]) }),
});

/** What a mail about the outcome of an interview tells. */
export const outcomeNews = [
  /** The record shows that one party missed it. */
  "missed",
  /** The record is unclear, so the parties are asked. */
  "ended-early",
  "nobody-came",
  /** It is clear now. */
  "took-place",
  "session-returned",
  /** The interviewer canceled after the start. */
  "canceled-late",
] as const;

/** Tells one party what the room's record says about the interview, and what follows. */
export const mailOutcome = defineMailJob({
  name: "bookings.mail-outcome",
  payload: partyPayload.extend({ about: z.enum(outcomeNews) }),
});

/** Tells a party how we decided a disputed or unclear interview. */
export const mailDecision = defineMailJob({
  name: "bookings.mail-no-show-decision",
  payload: partyPayload.extend({
    /** Jobs of commit 6b64bc83 say whether a report was upheld, and whose. */
    outcome: z.enum([...interviewDecisions, "upheld", "rejected"]),
    reportedBy: z.enum(parties).optional(),
    reason: z.string(),
    /** Of an earning that was taken back. */
    payoutState: z.enum(payoutStates).default("unpaid"),
  }),
});

/** Reminds one party of the interview, if it still takes place at that time. */
export const mailReminder = defineMailJob({
  name: "bookings.mail-reminder",
  payload: partyPayload.extend({ hoursBefore: z.number().int(), startsAt: z.iso.datetime() }),
});

/** Enqueues the reminders that are due, every minute. */
export const remindOfInterviews = defineJob({
  name: "bookings.remind",
  payload: emptyPayload,
  cron: "* * * * *",
});
