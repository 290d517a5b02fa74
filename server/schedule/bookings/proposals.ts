import type { Party } from "@greenroom/contract/schedule/bookings.ts";
import type { OwnMoveProposal } from "@greenroom/contract/schedule/move-proposals.ts";
import type { Actor } from "../../kernel/actor.ts";
import { recordAudit } from "../../kernel/audit/record-audit.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { getOfferedSlot } from "../availability/offered-slots.ts";
import { clearSlotCache } from "../availability/slot-cache.ts";
import { hasOtherInterviewAt } from "./lifecycle/has-other-interview.ts";
import { lockOwnBooking } from "./lifecycle/lock-booking.ts";
import { performMove } from "./lifecycle/perform-move.ts";
import { getLatestProposal, getMoveProposal } from "./move-proposals/get-proposal.ts";
import { mailMoveProposal } from "./move-proposals/job-definitions.ts";
import { endProposal, markAccepted, type ProposalRow } from "./move-proposals/proposal-store.ts";
import { closedSentences, proposalState } from "./move-proposals/rules.ts";
import { type BookingRecord, otherParty } from "./rules.ts";

interface Answer {
  bookingId: string;
  proposalId: string;
  answer: "accept" | "decline";
  /** This person has read that they have accepted, and declines after all. */
  revokesAcceptance?: boolean | undefined;
}

/**
 * Stores a party's answer to a proposed time. With the second acceptance the booking moves, free of charge
 * and regardless of the notice period. Throws `not_found` for other people's bookings, and `conflict` with
 * the reason if the proposal is no longer open or the slot is no longer free; the booking then keeps its
 * time.
 */
export async function answerMoveProposal(
  deps: Deps,
  actor: Actor,
  answer: Answer,
): Promise<{ msg: string; proposal: OwnMoveProposal }> {
  const result = await inTransaction(deps.database, (tx) => answerWithin(deps, tx, actor, answer));
  // Every answer but the first acceptance releases the slot.
  if (result !== "accepted") clearSlotCache(deps);
  // The error is thrown only after the commit, because the proposal must store that its slot is gone.
  if (result === "slot_taken") throw new AppError("conflict", { msg: closedSentences.slot_taken });
  return { msg: messages[result], proposal: await getMoveProposal(deps, actor, answer.bookingId) };
}

const messages = {
  moved:
    "✅ Both of you have accepted, and the interview has moved. A new invitation is on its way by email.",
  accepted: "✅ You have accepted. The interview moves as soon as the other person accepts, too.",
  declined: "You have declined. The interview stays where it is.",
} as const;

async function answerWithin(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { bookingId, proposalId, answer, revokesAcceptance = false }: Answer,
): Promise<keyof typeof messages | "slot_taken"> {
  const now = deps.clock.now();
  const booking = await lockOwnBooking(tx, actor, bookingId);
  const proposal = await getLatestProposal(tx, bookingId);
  if (proposal.id !== proposalId) {
    throw new AppError("conflict", { msg: "We have proposed another time since. Load the page again." });
  }
  const state = proposalState(proposal, booking, now);
  if (state !== "open") throw new AppError("conflict", { msg: closedSentences[state] });
  const party: Party = booking.intervieweeId === actor.userId ? "interviewee" : "interviewer";
  if (answer === "accept") return await accept(deps, tx, actor, { booking, proposal, party, now });
  const acceptedAt =
    party === "interviewee" ? proposal.intervieweeAcceptedAt : proposal.interviewerAcceptedAt;
  if (acceptedAt !== null && !revokesAcceptance) {
    throw new AppError("conflict", {
      msg: "You have accepted this time already, perhaps in another tab. To decline it after all, choose Decline again.",
    });
  }
  await endProposal(tx, proposalId, { outcome: "declined", declinedBy: party, now });
  await record(tx, actor, { booking, proposal, action: "booking.move-declined", now });
  await deps.jobs.enqueue(tx, mailMoveProposal, { proposalId, to: otherParty(party) });
  return "declined";
}

interface Acceptance {
  booking: BookingRecord;
  proposal: ProposalRow;
  party: Party;
  now: Date;
}

async function accept(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { booking, proposal, party, now }: Acceptance,
): Promise<"moved" | "accepted" | "slot_taken"> {
  const { id, startsAt, holdsSlot } = proposal;
  const { interviewerId } = booking;
  if (await hasOtherInterviewAt(tx, booking, proposal)) {
    throw new AppError("conflict", {
      msg: `${party === "interviewee" ? "You have" : "The interviewee has"} another interview at the proposed time, so this one cannot move there.`,
    });
  }
  const hasOther =
    (party === "interviewee" ? proposal.interviewerAcceptedAt : proposal.intervieweeAcceptedAt) !== null;
  const isFree = hasOther
    ? await performMove(deps, tx, booking, { interviewerId, startsAt, isHeld: holdsSlot, now })
    : holdsSlot || (await getOfferedSlot(tx, { interviewerId, startsAt, now })) !== null;
  if (!isFree) {
    await endProposal(tx, id, { outcome: "slot_taken", now });
    await deps.jobs.enqueue(tx, mailMoveProposal, { proposalId: id, to: otherParty(party) });
    return "slot_taken";
  }
  await markAccepted(tx, id, party, now);
  await record(tx, actor, { booking, proposal, action: "booking.move-accepted", now });
  if (!hasOther) return "accepted";
  await endProposal(tx, id, { outcome: "moved", now });
  return "moved";
}

interface Recorded extends Pick<Acceptance, "booking" | "proposal" | "now"> {
  action: string;
}

async function record(tx: Tx, { userId }: Actor, { booking, proposal, action, now }: Recorded) {
  const details = { proposalId: proposal.id, startTime: proposal.startsAt.toISOString() };
  await recordAudit(tx, { actor: { userId }, action, subject: `booking:${booking.id}`, details, now });
}
