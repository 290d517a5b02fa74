import { fullName } from "@greenroom/contract/kernel/full-name.ts";
import type { MoveProposal, OwnMoveProposal } from "@greenroom/contract/schedule/move-proposals.ts";
import type { Actor } from "../../../kernel/actor.ts";
import type { Database, Tx } from "../../../kernel/db/database.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { AppError } from "../../../kernel/errors.ts";
import { findPeople } from "../../../people/accounts/profile/find-people.ts";
import { getOwnBooking } from "../find-booking.ts";
import type { BookingRecord } from "../rules.ts";
import { findLatestProposal, type ProposalRow } from "./proposal-store.ts";
import { presentProposal } from "./rules.ts";

/**
 * The latest move proposal for one of the actor's bookings. Throws `not_found` without a proposal, and for
 * somebody else's booking.
 */
export async function getMoveProposal(
  deps: Pick<Deps, "database" | "clock">,
  actor: Actor,
  bookingId: string,
): Promise<OwnMoveProposal> {
  const booking = await getOwnBooking(deps.database, actor, bookingId);
  const proposal = await getLatestProposal(deps.database, bookingId);
  return await presentOwnProposal(deps.database, actor, { booking, proposal, now: deps.clock.now() });
}

/** The latest move proposal for a booking, open or not. Throws `not_found` without one. */
export async function getLatestProposal(database: Database | Tx, bookingId: string): Promise<ProposalRow> {
  const proposal = await findLatestProposal(database, bookingId);
  if (proposal === null) {
    throw new AppError("not_found", { msg: "No other time was proposed for this interview." });
  }
  return proposal;
}

/** The latest move proposal for a booking, as the operator's desk shows it; null without one. */
export async function findPresentedProposal(
  database: Database,
  booking: BookingRecord,
  now: Date,
): Promise<MoveProposal | null> {
  const proposal = await findLatestProposal(database, booking.id);
  return proposal === null ? null : presentProposal(proposal, booking, now);
}

interface BookingProposal {
  booking: BookingRecord;
  proposal: ProposalRow;
  now: Date;
}

async function presentOwnProposal(
  database: Database,
  { userId }: Pick<Actor, "userId">,
  { booking, proposal, now }: BookingProposal,
): Promise<OwnMoveProposal> {
  const party = booking.intervieweeId === userId ? "interviewee" : "interviewer";
  const otherId = party === "interviewee" ? booking.interviewerId : booking.intervieweeId;
  const other = (await findPeople(database, [otherId])).get(otherId);
  const otherName = other === undefined ? "" : fullName(other);
  return { ...presentProposal(proposal, booking, now), party, otherName };
}
