import type { Deps } from "../../kernel/deps.ts";
import { defineHandler, defineJob, emptyPayload, type JobHandler } from "../../kernel/jobs.ts";
import { announceBookings, announceDueBookings } from "./book.ts";
import { completeDueBookings } from "./end.ts";
import { bookingMails } from "./mails.ts";
import { outcomeMails } from "./outcome-mails.ts";
import { endExpiredProposals, endProposals, mailMoveProposal, sendMoveProposal } from "./proposals.ts";
import { enqueueReminders, mailReminder, remindOfInterviews, sendReminder } from "./reminders.ts";
import { completeContinued, returnUnanswered } from "./unclear.ts";

/** Settles bookings whose end has passed by the room's record, every minute. */
const completeDue = defineJob({
  name: "bookings.complete-due",
  payload: emptyPayload,
  cron: "* * * * *",
});

export const bookingJobs: JobHandler<Deps>[] = [
  defineHandler(announceBookings, announceDueBookings),
  ...bookingMails,
  ...outcomeMails,
  defineHandler(mailReminder, sendReminder),
  defineHandler(mailMoveProposal, sendMoveProposal),
  defineHandler(remindOfInterviews, async (deps) => {
    await enqueueReminders(deps);
  }),
  defineHandler(endProposals, async (deps) => {
    const count = await endExpiredProposals(deps);
    if (count > 0) deps.log.info({ count }, "ended unanswered move proposals");
  }),
  defineHandler(completeDue, async (deps) => {
    const count = await completeDueBookings(deps);
    if (count > 0) deps.log.info({ count }, "settled bookings whose end has passed");
    await completeContinued(deps);
    const returned = await returnUnanswered(deps);
    if (returned > 0) deps.log.info({ returned }, "returned sessions of interviews to which nobody came");
  }),
];
