import * as contract from "@greenroom/contract/desk/bookings.ts";
import { moveProposalHours } from "@greenroom/contract/schedule/move-proposals.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Tx } from "../../kernel/db/database.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, conflict, invalidField } from "../../kernel/errors.ts";
import { findPeople } from "../../people/accounts/profile.ts";
import { clearSlotCache } from "../../schedule/availability/open-slots.ts";

import { getOfferedSlot, listOfferedSlots } from "../../schedule/availability/slots.ts";
import { lockPending } from "../../schedule/bookings/cancel.ts";
import { findBooking, hasOtherInterviewAt } from "../../schedule/bookings/find-booking.ts";
import { formatInterviewTime } from "../../schedule/bookings/mail-context.ts";
import {
  closedSentenceForOperators,
  findOpenProposal,
  getLatestProposal,
  proposeSlot,
  withdrawProposal,
} from "../../schedule/bookings/proposals.ts";
import { type BookingRecord, proposalState } from "../../schedule/bookings/rules.ts";
import { type ActionCall, action } from "../action.ts";
import { recordDataView } from "../list.ts";

const noSuchBooking = () => new AppError("not_found", { msg: "This booking does not exist." });

/** The slots to which a booking could move, with its own interviewer. Throws `not_found`. */
export async function listMoveSlots(deps: Pick<Deps, "database" | "clock">, actor: Actor, bookingId: string) {
  const { database } = deps;
  const booking = await findBooking(database, bookingId);
  if (booking === null) throw noSuchBooking();
  await recordDataView(deps, actor, "slots-listed", `booking:${bookingId}`);
  const page = { now: deps.clock.now(), limit: contract.maxOfferedSlots };
  const slots = await listOfferedSlots(database, booking.interviewerId, page);
  return slots.map(({ startsAt, endsAt }) => ({
    startTime: startsAt.toISOString(),
    endTime: endsAt.toISOString(),
  }));
}

async function lock({ tx, id }: ActionCall<unknown>): Promise<BookingRecord> {
  const [booking] = await lockPending(tx, [id]);
  if (booking === undefined) throw noSuchBooking();
  return booking;
}

/** Asks both parties of a booking whether it may move to another slot of the same interviewer. */
export const propose = action(contract.proposeMove, {
  lock,
  async plan({ tx, subject: booking, input, now }) {
    const slot = await checkProposal(tx, booking, { startsAt: new Date(input.startTime), now });
    const { id, startsAt, endsAt, inviteSequence, intervieweeId, interviewerId } = booking;
    const people = await findPeople(tx, [intervieweeId, interviewerId]);
    const email = (id: string) => people.get(id)?.email ?? "a deleted user";
    return {
      data: {
        ...{ id, startsAt, endsAt, inviteSequence, slot },
        interviewee: email(intervieweeId),
        interviewer: email(interviewerId),
      },
      beneficiaries: [intervieweeId, interviewerId],
    };
  },
  describe({ interviewee, interviewer, slot, ...booking }, { config: { business } }) {
    return [
      { label: "Now", text: formatInterviewTime(booking, business.timeZone).long },
      { label: "Proposed", text: formatInterviewTime(slot, business.timeZone).long },
      { label: "Asked by email", text: `${interviewee} and ${interviewer}. Both read your reason.` },
      {
        label: "Then",
        text: `It moves at no cost as soon as both accept, within ${moveProposalHours} hours and before either time. The slot is held until then, so nobody else can book it.`,
      },
    ];
  },
  async run({ deps, tx, id, subject: booking, data: { slot }, now }, { reason }) {
    const proposalId = await proposeSlot(deps, tx, { booking, slot, reason, now });
    if (proposalId === null) throw notOfferedError();
    return {
      msg: "Both are asked by email. The interview moves when both have accepted.",
      audit: {
        action: "booking.move-proposed",
        subject: `booking:${id}`,
        details: { proposalId, startTime: slot.startsAt.toISOString() },
      },
      proposalId,
    };
  },
  afterwards: clearSlotCache,
});

const notOfferedError = () =>
  invalidField("startTime", "The interviewer does not offer this time. Choose another one.");

/** Throws `invalid_input` about the time, and `conflict` when the booking cannot move there now. */
async function checkProposal(
  tx: Tx,
  booking: BookingRecord,
  { startsAt, now }: { startsAt: Date; now: Date },
) {
  if (booking.startsAt <= now) throw conflict("This interview has begun, so no other time can be proposed.");
  if (startsAt <= now) throw invalidField("startTime", "This time is in the past. Choose another one.");
  if (startsAt.getTime() === booking.startsAt.getTime())
    throw invalidField("startTime", "The interview is at this time already. Choose another one.");
  if ((await findOpenProposal(tx, booking, now)) !== null) {
    throw conflict("Another time is proposed already. Withdraw that proposal before you make a new one.");
  }
  const slot = await getOfferedSlot(tx, { interviewerId: booking.interviewerId, startsAt, now });
  if (slot === null) throw notOfferedError();
  if (await hasOtherInterviewAt(tx, booking, slot)) {
    throw invalidField(
      "startTime",
      "The interviewee has another interview at this time. Choose another one.",
    );
  }
  return slot;
}

/** Withdraws an open proposal, so that nobody can accept it any more. */
export const withdraw = action(contract.withdrawMoveProposal, {
  lock,
  async plan({ tx, id, subject: booking, input: { replaces }, now }) {
    const proposal = await getLatestProposal(tx, id);
    // The page may show an earlier proposal than the preview would withdraw.
    if (replaces !== undefined && replaces !== proposal.id)
      throw conflict("Another time has been proposed since, so nothing was withdrawn. Close this to see it.");
    const state = proposalState(proposal, booking, now);
    if (state !== "open") throw conflict(closedSentenceForOperators(state, proposal));
    return { data: proposal.id, beneficiaries: [booking.intervieweeId, booking.interviewerId] };
  },
  describe: () => [
    { label: "Effect", text: "This time can no longer be accepted. The interview stays where it is." },
    { label: "Emails", text: "Both parties are told by email." },
  ],
  async run({ deps, tx, id, now }) {
    const proposalId = await withdrawProposal(deps, tx, { bookingId: id, now });
    return {
      msg: "The proposal is withdrawn. The interview stays where it is.",
      audit: { action: "booking.move-withdrawn", subject: `booking:${id}`, details: { proposalId } },
    };
  },
  afterwards: clearSlotCache,
});
