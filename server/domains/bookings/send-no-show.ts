import type { Attendance, BookingStatus, Party } from "@greenroom/contract/bookings.ts";
import type { Deps } from "../../deps.ts";
import { composeMail } from "../../mail/compose.ts";
import { isRecorded } from "../meetings/find-attendance.ts";
import { addressParty } from "./address-party.ts";
import { selectNoShowReport } from "./course-store.ts";
import { noShow, noShowDecision, noShowForUs, type ReportStanding } from "./no-show-messages.ts";
import { missedBy, otherParty } from "./rules.ts";

interface NoShow {
  bookingId: string;
  reportedBy: Party;
  to: Party | "operator";
}

/** Mails a party, or us, that somebody was reported not to have come and what follows from it. */
export async function sendNoShow(deps: Deps, { bookingId, reportedBy, to }: NoShow): Promise<void> {
  const report = await selectNoShowReport(deps.database, bookingId, reportedBy);
  const accused = otherParty(reportedBy);
  const addressed = await addressParty(deps, bookingId, to === "operator" ? reportedBy : to);
  if (addressed === null) return;
  const { business } = deps.config;
  if (to !== "operator") {
    const standing = standingOf(report.outcome, reportedBy, addressed.booking.status);
    return await deps.mail.send(composeMail(business, noShow(addressed, { accused, standing })));
  }
  const isSeen = await isRecorded(deps, deps.database, bookingId);
  const record = isSeen ? (report.record as unknown as Attendance) : null;
  const isOpen = report.outcome === "pending";
  await deps.mail.send(composeMail(business, noShowForUs(business, addressed, { accused, record, isOpen })));
}

/** A report that fell although its interview counts as missed was one of which the record saw neither party. */
function standingOf(outcome: string, reportedBy: Party, status: BookingStatus): ReportStanding {
  if (outcome === "upheld") return "upheld";
  return outcome === "dismissed" && status === missedBy(reportedBy) ? "neither-came" : "waiting";
}

interface NoShowDecision {
  bookingId: string;
  reportedBy: Party;
  to: Party;
  outcome: "upheld" | "rejected";
  reason: string;
}

/** Mails a party what we decided of a report that waited. */
export async function sendNoShowDecision(deps: Deps, decision: NoShowDecision): Promise<void> {
  const { bookingId, reportedBy, to, outcome, reason } = decision;
  const addressed = await addressParty(deps, bookingId, to);
  if (addressed === null) return;
  const accused = otherParty(reportedBy);
  await deps.mail.send(
    composeMail(deps.config.business, noShowDecision(addressed, { accused, outcome, reason })),
  );
}
