import type { Tx } from "../../../kernel/db/database.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { composeMail } from "../../../kernel/mail/compose.ts";
import { creditEarning } from "../../../money/earnings/earning-status.ts";
import { hasReport } from "../../../room/has-report.ts";
import { loadMailContext } from "../../../schedule/bookings/mail-context.ts";
import { mailFeedbackArrived } from "../job-definitions.ts";
import { feedbackArrivedMessage } from "../messages.ts";
import { findFeedbackFile } from "../store.ts";

/** Credits the interviewer's earning for feedback that its interviewee may open, and mails the interviewee. */
export async function announceFeedback(deps: Deps, tx: Tx, bookingId: string): Promise<void> {
  await creditEarning(tx, bookingId, deps.clock.now());
  await deps.jobs.enqueue(tx, mailFeedbackArrived, { bookingId });
}

/** Tells the interviewee that their interviewer's feedback is here, if it still is. */
export async function sendFeedbackArrived(deps: Deps, { bookingId }: { bookingId: string }): Promise<void> {
  const context = await loadMailContext(deps, bookingId, "interviewee");
  if (context === null || (await findFeedbackFile(deps.database, bookingId)) === undefined) return;
  const { business, publicUrl } = deps.config;
  const reportUrl = (await hasReport(deps.database, bookingId))
    ? `${publicUrl}/interviewee-dashboard/reports/${bookingId}`
    : null;
  await deps.mail.send(composeMail(business, feedbackArrivedMessage(context, { reportUrl, publicUrl })));
}
