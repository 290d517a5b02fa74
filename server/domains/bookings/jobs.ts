import type { Deps } from "../../deps.ts";
import { handles, type JobHandler } from "../../jobs/job.ts";
import { announceDueBookings } from "./announce-due-bookings.ts";
import { completeDueBookings } from "./complete-due-bookings.ts";
import { dealOutReminders } from "./deal-out-reminders.ts";
import {
  announceBookings,
  completeDue,
  mailCancellation,
  mailConfirmation,
  mailMove,
  mailNoShow,
  mailNoShowDecision,
  mailReminder,
  remindOfSessions,
} from "./job-definitions.ts";
import { sendCancellation } from "./send-cancellation.ts";
import { sendConfirmation } from "./send-confirmation.ts";
import { sendMove } from "./send-move.ts";
import { sendNoShow, sendNoShowDecision } from "./send-no-show.ts";
import { sendReminder } from "./send-reminder.ts";

export const bookingJobs: JobHandler<Deps>[] = [
  handles(announceBookings, announceDueBookings),
  handles(mailConfirmation, sendConfirmation),
  handles(mailCancellation, sendCancellation),
  handles(mailMove, sendMove),
  handles(mailNoShow, sendNoShow),
  handles(mailNoShowDecision, sendNoShowDecision),
  handles(mailReminder, sendReminder),
  handles(remindOfSessions, async (deps) => {
    await dealOutReminders(deps);
  }),
  handles(completeDue, async (deps) => {
    const count = await completeDueBookings(deps);
    if (count > 0) deps.log.info({ count }, "completed bookings whose end has passed");
  }),
];
