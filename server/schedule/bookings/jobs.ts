import type { Deps } from "../../kernel/deps.ts";
import { defineHandler, defineRecurringJob, type JobHandler } from "../../kernel/jobs.ts";
import { announceBookings, announceDueBookings } from "./book.ts";
import { completeDueBookings } from "./end.ts";
import { bookingMails } from "./mails.ts";
import { outcomeMails } from "./outcome-mails.ts";
import { proposalJobs } from "./proposals.ts";
import { reminderJobs } from "./reminders.ts";
import { completeContinued, returnUnanswered } from "./unclear.ts";

/** Settles bookings whose end has passed by the room's record, every minute. */
const completeDue = defineRecurringJob("bookings.complete-due", "* * * * *");

export const bookingJobs: JobHandler<Deps>[] = [
  defineHandler(announceBookings, announceDueBookings),
  ...bookingMails,
  ...outcomeMails,
  ...reminderJobs,
  ...proposalJobs,
  defineHandler(completeDue, async (deps) => {
    const count = await completeDueBookings(deps);
    if (count > 0) deps.log.info({ count }, "settled bookings whose end has passed");
    await completeContinued(deps);
    const returned = await returnUnanswered(deps);
    if (returned > 0) deps.log.info({ returned }, "returned sessions of interviews to which nobody came");
  }),
];
