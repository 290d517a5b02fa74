import { parties } from "@greenroom/contract/bookings.ts";
import { z } from "zod";
import { defineJob } from "../../jobs/job.ts";

const bookingPayload = z.object({ bookingId: z.string() });

const nothing = z.unknown().transform(() => ({}));

/** Deals out what follows a booking, for all that were not announced yet: when nudged, and every minute. */
export const announceBookings = defineJob({ name: "bookings.announce", payload: nothing, cron: "* * * * *" });

/** Confirms a booking to one of its two parties by mail. */
export const mailConfirmation = defineJob({
  name: "bookings.mail-confirmation",
  payload: bookingPayload.extend({ to: z.enum(parties) }),
});

/** Completes bookings whose end has passed, every minute. */
export const completeDue = defineJob({
  name: "bookings.complete-due",
  payload: nothing,
  cron: "* * * * *",
});

const partyPayload = bookingPayload.extend({ to: z.enum(parties) });

/** Tells one party that the booking was cancelled, and takes it out of their calendar. */
export const mailCancellation = defineJob({ name: "bookings.mail-cancellation", payload: partyPayload });

/** Tells somebody of a move: its two parties, and the interviewer who has it no more. */
export const mailMove = defineJob({
  name: "bookings.mail-move",
  payload: bookingPayload.extend({
    /** Which move: the sequence of the invitation that tells of it. */
    sequence: z.number().int(),
    to: z.enum([...parties, "former-interviewer"]),
  }),
});

/** Tells a party, or us, that somebody was reported not to have come. */
export const mailNoShow = defineJob({
  name: "bookings.mail-no-show",
  payload: bookingPayload.extend({ reportedBy: z.enum(parties), to: z.enum([...parties, "operator"]) }),
});

/** Tells a party what we decided of a report that waited. */
export const mailNoShowDecision = defineJob({
  name: "bookings.mail-no-show-decision",
  payload: partyPayload.extend({
    reportedBy: z.enum(parties),
    outcome: z.enum(["upheld", "rejected"]),
    reason: z.string(),
  }),
});

/** Reminds one party of the session, if it still stands at that time. */
export const mailReminder = defineJob({
  name: "bookings.mail-reminder",
  payload: partyPayload.extend({ hoursBefore: z.number().int(), startsAt: z.iso.datetime() }),
});

/** Looks for sessions to remind of, every minute. */
export const remindOfSessions = defineJob({ name: "bookings.remind", payload: nothing, cron: "* * * * *" });
