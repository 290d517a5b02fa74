import type { Deps } from "../../kernel/deps.ts";
import { defineHandler, type JobHandler } from "../../kernel/jobs/job.ts";
import {
  announceBookings,
  completeDue,
  mailCancellation,
  mailConfirmation,
  mailDecision,
  mailMove,
  mailNoShow,
  mailOutcome,
  mailReminder,
  remindOfInterviews,
} from "./job-definitions.ts";
import { completeDueBookings } from "./lifecycle/complete-due-bookings.ts";
import { endExpiredProposals } from "./move-proposals/end-expired-proposals.ts";
import { endProposals, mailMoveProposal } from "./move-proposals/job-definitions.ts";
import { sendMoveProposal } from "./move-proposals/send-proposal.ts";
import { sendDecision, sendNoShow } from "./no-shows/send-no-show.ts";
import { announceDueBookings } from "./notifications/announce-due-bookings.ts";
import { sendCancellation } from "./notifications/send-cancellation.ts";
import { sendConfirmation } from "./notifications/send-confirmation.ts";
import { sendMove } from "./notifications/send-move.ts";
import { sendReminder } from "./notifications/send-reminder.ts";
import { enqueueReminders } from "./reminders.ts";
import { sendOutcome } from "./unclear/send-outcome.ts";
import { completeContinued, returnUnanswered } from "./unclear.ts";

export const bookingJobs: JobHandler<Deps>[] = [
  defineHandler(announceBookings, announceDueBookings),
  defineHandler(mailConfirmation, sendConfirmation),
  defineHandler(mailCancellation, sendCancellation),
  defineHandler(mailMove, sendMove),
  defineHandler(mailNoShow, sendNoShow),
  defineHandler(mailDecision, sendDecision),
  defineHandler(mailOutcome, sendOutcome),
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
