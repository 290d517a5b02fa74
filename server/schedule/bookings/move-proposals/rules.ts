import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { type Party, parties } from "@greenroom/contract/schedule/bookings.ts";
import { type MoveProposal, moveProposalHours } from "@greenroom/contract/schedule/move-proposals.ts";
import type { BookingRecord } from "../rules.ts";
import type { BookingRow } from "../store.ts";
import type { ProposalRow } from "./proposal-store.ts";

/**
 * The instant until which both parties can accept: until then, both times are ahead and the slot is bookable.
 */
export function proposalExpiry(
  booking: Pick<BookingRecord, "startsAt">,
  { startsAt, bookableUntil }: { startsAt: Date; bookableUntil: Date | null },
  now: Date,
): Date {
  const latest = addMinutes(now, 60 * moveProposalHours);
  const ends = [latest, booking.startsAt, startsAt, ...(bookableUntil === null ? [] : [bookableUntil])];
  return new Date(Math.min(...ends.map((end) => end.getTime())));
}

/** The state of a proposal, given its booking as it is now. */
export function proposalState(
  { outcome, bookingSequence, expiresAt }: Pick<ProposalRow, "outcome" | "bookingSequence" | "expiresAt">,
  booking: Pick<BookingRecord, "status" | "inviteSequence">,
  now: Date,
): MoveProposal["state"] {
  if (outcome !== null && outcome !== "lapsed") return outcome as MoveProposal["state"];
  if (booking.status === "cancelled") return "booking_canceled";
  // Completing a booking does not change its sequence, but the proposal has expired by then.
  if (booking.inviteSequence !== bookingSequence) return "booking_changed";
  return outcome === "lapsed" || expiresAt <= now ? "expired" : "open";
}

/** The proposal in a list's row that this party can still accept; null without one. */
export function findUnansweredProposal(row: BookingRow, party: Party, now: Date): string | null {
  const { proposalId, proposalSequence, proposalExpiresAt } = row;
  if (proposalId === null || proposalSequence === null || proposalExpiresAt === null) return null;
  const acceptedAt = party === "interviewee" ? row.intervieweeAcceptedAt : row.interviewerAcceptedAt;
  const proposal = { outcome: null, bookingSequence: proposalSequence, expiresAt: proposalExpiresAt };
  return acceptedAt === null && proposalState(proposal, row, now) === "open" ? proposalId : null;
}

export function presentProposal(row: ProposalRow, booking: BookingRecord, now: Date): MoveProposal {
  const acceptedAt = { interviewee: row.intervieweeAcceptedAt, interviewer: row.interviewerAcceptedAt };
  return {
    _id: row.id,
    fromTime: row.fromStartsAt.toISOString(),
    startTime: row.startsAt.toISOString(),
    endTime: row.endsAt.toISOString(),
    reason: row.reason,
    proposedAt: row.proposedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    state: proposalState(row, booking, now),
    acceptedBy: parties.filter((party) => acceptedAt[party] !== null),
    declinedBy: row.declinedBy,
  };
}

/** Why a proposal that is not open any more cannot be answered. */
export const closedSentences: Record<Exclude<MoveProposal["state"], "open">, string> = {
  moved: "Both of you have accepted, and the interview has moved.",
  declined: "This time was declined. The interview stays where it is.",
  withdrawn: "We have withdrawn this proposal. The interview stays where it is.",
  slot_taken: "The proposed time has been taken in the meantime. The interview stays where it is.",
  expired: "This proposal has expired. The interview stays where it is.",
  booking_changed: "The interview has been moved in the meantime, so this proposal no longer applies.",
  booking_canceled: "The interview was canceled in the meantime, so this proposal no longer applies.",
};

/** The same for an operator who would withdraw it. */
export function closedSentenceForOperators(
  state: keyof typeof closedSentences,
  { declinedBy }: Pick<ProposalRow, "declinedBy">,
): string {
  if (state === "moved") {
    return "Both parties have accepted, and the interview has moved. Nothing was withdrawn.";
  }
  if (state === "declined" && declinedBy !== null) {
    return `The ${declinedBy} has declined this time already. The interview stays where it is.`;
  }
  if (state === "withdrawn") {
    return "This proposal was withdrawn already. The interview stays where it is.";
  }
  return closedSentences[state];
}
