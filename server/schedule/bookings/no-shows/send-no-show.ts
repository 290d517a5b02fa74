import type { BookingStatus, InterviewDecision, Party } from "@greenroom/contract/schedule/bookings.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { composeMail } from "../../../kernel/mail/compose.ts";
import type { PayoutState } from "../../../money/payouts/rules.ts";
import { isInOwnRoom } from "../../meetings/is-in-own-room.ts";
import { selectNoShowReport } from "../lifecycle/lifecycle-store.ts";
import { loadMailContext } from "../mail-context.ts";
import {
  decisionMessage,
  type NoShowReportStatus,
  noShowMessage,
  noShowOperatorMessage,
} from "../outcome-mails.ts";
import { noShowStatusOf, otherParty } from "../rules.ts";

interface NoShow {
  bookingId: string;
  reportedBy: Party;
  to: Party | "operator";
}

/** Tells a party, or us, who was reported as absent and what follows from it. */
export async function sendNoShow(deps: Deps, { bookingId, reportedBy, to }: NoShow): Promise<void> {
  const report = await selectNoShowReport(deps.database, bookingId, reportedBy);
  const accused = otherParty(reportedBy);
  const context = await loadMailContext(deps, bookingId, to === "operator" ? reportedBy : to);
  if (context === null) return;
  const { business } = deps.config;
  if (to !== "operator") {
    const reportStatus = toReportStatus(report.outcome, reportedBy, context.booking.status);
    return await deps.mail.send(composeMail(business, noShowMessage(context, { accused, reportStatus })));
  }
  const isSeen = await isInOwnRoom(deps, deps.database, bookingId);
  const record = isSeen ? report.record : null;
  const isOpen = report.outcome === "pending";
  await deps.mail.send(
    composeMail(business, noShowOperatorMessage(business, context, { accused, record, isOpen })),
  );
}

/**
 * A dismissed report of an interview that still counts as missed means that neither party was in the room.
 */
function toReportStatus(outcome: string, reportedBy: Party, status: BookingStatus): NoShowReportStatus {
  if (outcome === "upheld") return "upheld";
  return outcome === "dismissed" && status === noShowStatusOf(reportedBy) ? "neither-came" : "waiting";
}

interface DecisionMail {
  bookingId: string;
  to: Party;
  outcome: InterviewDecision | "upheld" | "rejected";
  reportedBy?: Party | undefined;
  reason: string;
  payoutState: PayoutState;
}

/** Tells a party how we decided a disputed or unclear interview. */
export async function sendDecision(deps: Deps, mail: DecisionMail): Promise<void> {
  const { bookingId, to, reason, payoutState } = mail;
  const context = await loadMailContext(deps, bookingId, to);
  if (context === null) return;
  const facts = { outcome: readOutcome(mail), reason, payoutState };
  await deps.mail.send(composeMail(deps.config.business, decisionMessage(context, facts)));
}

/** The outcome in today's words. A job of commit 6b64bc83 rejects a report without saying who came. */
function readOutcome({ outcome, reportedBy }: DecisionMail): InterviewDecision | "unchanged" {
  if (outcome === "rejected") return "unchanged";
  if (outcome !== "upheld") return outcome;
  return reportedBy === "interviewee" ? "interviewer-absent" : "interviewee-absent";
}
