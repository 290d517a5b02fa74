import type { Deps } from "../../kernel/deps.ts";
import { composeMail } from "../../kernel/mail/compose.ts";
import { loadMailContext } from "../../schedule/bookings/mail-context.ts";
import { presentAiFeedback } from "../../schedule/bookings/present.ts";
import { reportIsReady } from "./messages.ts";
import { findReport } from "./store.ts";

/** Tells the interviewee that their report is ready, if it still exists. */
export async function sendReportReady(deps: Deps, { bookingId }: { bookingId: string }): Promise<void> {
  const row = await findReport(deps.database, bookingId);
  const report = row === undefined ? null : presentAiFeedback(row.checked);
  const context = await loadMailContext(deps, bookingId, "interviewee");
  if (report === null || context === null) return;
  const { business, publicUrl, recordDays } = deps.config;
  const content = reportIsReady(context, { bookingId, report, publicUrl, recordDays });
  await deps.mail.send(composeMail(business, content));
}
