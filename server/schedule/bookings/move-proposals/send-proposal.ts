import { formatNamedMoment } from "@greenroom/contract/kernel/time-zones.ts";
import type { Party } from "@greenroom/contract/schedule/bookings.ts";
import type { MoveProposal } from "@greenroom/contract/schedule/move-proposals.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { composeMail } from "../../../kernel/mail/compose.ts";
import type { MailContent } from "../../../kernel/mail/mail-content.ts";
import { type BookingMailContext, loadMailContext } from "../mail-context.ts";
import { formatInterviewTime, type InterviewTime } from "../notifications/format-interview-time.ts";
import { findProposal } from "./proposal-store.ts";
import { closedSentences, proposalState } from "./rules.ts";

/**
 * Mails a party about a proposal as it is now: the question with a link while it is open, otherwise the
 * outcome. A booking that has moved or changed in the meantime sends its own mails, so none is sent here.
 */
export async function sendMoveProposal(
  deps: Deps,
  { proposalId, to }: { proposalId: string; to: Party },
): Promise<void> {
  const proposal = await findProposal(deps.database, proposalId);
  if (proposal === null) return;
  const context = await loadMailContext(deps, proposal.bookingId, to);
  if (context === null) return;
  const { business, publicUrl } = deps.config;
  const state = proposalState(proposal, context.booking, deps.clock.now());
  const timeZone = context.reader.timeZone ?? business.timeZone;
  const proposed = formatInterviewTime(proposal, timeZone);
  if (state === "open") {
    const until = formatNamedMoment(proposal.expiresAt, timeZone);
    const url = `${publicUrl}/${to}-dashboard/proposed-time/${proposal.bookingId}`;
    const { reason } = proposal;
    await deps.mail.send(composeMail(business, proposedMessage(context, { proposed, reason, until, url })));
  } else if (endsWithMail(state)) {
    const why = closedSentences[state];
    await deps.mail.send(composeMail(business, notMovedMessage(context, { proposed, why })));
  }
}

const endsWithMail = (
  state: MoveProposal["state"],
): state is "declined" | "withdrawn" | "slot_taken" | "expired" =>
  state === "declined" || state === "withdrawn" || state === "slot_taken" || state === "expired";

interface Proposed {
  proposed: InterviewTime;
  reason: string;
  until: string;
  url: string;
}

function proposedMessage(
  { reader, otherName, when }: BookingMailContext,
  { proposed, reason, until, url }: Proposed,
): MailContent {
  return {
    to: reader.email,
    subject: `Another time for your interview? ${proposed.short}`,
    heading: "We propose another time.",
    paragraphs: [
      `It is about your interview with ${otherName}.`,
      `Now: ${when.long}`,
      `Proposed: ${proposed.long}`,
      `Why: ${reason}`,
      `It moves only if both of you accept by ${until}, and costs nothing. Otherwise it stays where it is.`,
    ],
    action: { label: "Accept or decline", url },
  };
}

function notMovedMessage(
  { reader, otherName, when, bookingUrl }: BookingMailContext,
  { proposed, why }: { proposed: InterviewTime; why: string },
): MailContent {
  return {
    to: reader.email,
    subject: `Your interview stays on ${when.short}`,
    heading: "Your interview stays where it is.",
    paragraphs: [
      `We had proposed another time for your interview with ${otherName}: ${proposed.long}`,
      why,
      `It takes place as booked: ${when.long}`,
    ],
    action: { label: "See the booking", url: bookingUrl },
  };
}
