import type { BookingStatus, Party } from "@greenroom/contract/bookings.ts";
import type { Deps } from "../../../deps.ts";
import { composeMail } from "../../../mail/compose.ts";
import { isInOwnRoom } from "../../meetings/is-in-own-room.ts";
import type { PayoutState } from "../../payouts/rules.ts";
import { selectNoShowReport } from "../lifecycle/lifecycle-store.ts";
import { loadMailContext } from "../notifications/mail-context.ts";
import { noShowStatusOf, otherParty } from "../rules.ts";
import {
  type NoShowReportStatus,
  noShowDecisionMessage,
  noShowMessage,
  noShowOperatorMessage,
} from "./no-show-messages.ts";

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

interface NoShowDecision {
  bookingId: string;
  reportedBy: Party;
  to: Party;
  outcome: "upheld" | "rejected";
  reason: string;
  payoutState: PayoutState;
}

/** Tells a party how we decided a pending report. */
export async function sendNoShowDecision(deps: Deps, decision: NoShowDecision): Promise<void> {
  const { bookingId, reportedBy, to, outcome, reason, payoutState } = decision;
  const context = await loadMailContext(deps, bookingId, to);
  if (context === null) return;
  const accused = otherParty(reportedBy);
  await deps.mail.send(
    composeMail(
      deps.config.business,
      noShowDecisionMessage(context, { accused, outcome, reason, payoutState }),
    ),
  );
}
