import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { Party } from "@greenroom/contract/schedule/bookings.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { composeMail } from "../../../kernel/mail/compose.ts";
import { isEarningVoid } from "../../../money/earnings/earning-status.ts";
import { formatInterviewTime, loadMailContext } from "../../../schedule/bookings/mail-context.ts";
import { feedbackDueMessage, feedbackLateMessage, remedyMessage } from "../messages.ts";
import { findFeedbackFile } from "../store.ts";
import { findAwaitedSince } from "./deadline-store.ts";

/** Reminds an interviewer of missing feedback, if it is still missing and the deadline has not passed. */
export async function sendFeedbackReminder(deps: Deps, { bookingId }: { bookingId: string }): Promise<void> {
  const context = await loadMailContext(deps, bookingId, "interviewer");
  if (context === null || context.booking.status !== "completed") return;
  if ((await findFeedbackFile(deps.database, bookingId)) !== undefined) return;
  const { business, feedback, publicUrl } = deps.config;
  const awaitedSince = (await findAwaitedSince(deps.database, bookingId)) ?? context.booking.endsAt;
  const dueAt = addMinutes(awaitedSince, 60 * feedback.deadlineHours);
  if (dueAt <= deps.clock.now()) return;
  const zone = context.reader.timeZone ?? business.timeZone;
  const due = formatInterviewTime({ startsAt: dueAt, endsAt: dueAt }, zone).short;
  const hasEarning = !(await isEarningVoid(deps.database, bookingId));
  await deps.mail.send(composeMail(business, feedbackDueMessage(context, { due, hasEarning, publicUrl })));
}

/** Tells one party that the feedback is late and what was given for it. */
export async function sendRemedy(
  deps: Deps,
  { bookingId, to }: { bookingId: string; to: Party },
): Promise<void> {
  const context = await loadMailContext(deps, bookingId, to);
  if (context === null) return;
  const { business, feedback, publicUrl } = deps.config;
  const message =
    to === "interviewee"
      ? remedyMessage(context, { sessions: feedback.remedySessions, publicUrl })
      : feedbackLateMessage(context, {
          hasEarning: !(await isEarningVoid(deps.database, bookingId)),
          publicUrl,
        });
  await deps.mail.send(composeMail(business, message));
}
