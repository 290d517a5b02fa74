import { parties } from "@greenroom/contract/schedule/bookings.ts";
import type { Tx } from "../../../kernel/db/database.ts";
import type { Deps } from "../../../kernel/deps.ts";
import type { BookableSlot } from "../../availability/offered-slots.ts";
import { holdSlot } from "../../availability/reserve-slot.ts";
import type { BookingRecord } from "../rules.ts";
import { getLatestProposal } from "./get-proposal.ts";
import { mailMoveProposal } from "./job-definitions.ts";
import { endProposal, findLatestProposal, insertProposal, type ProposalRow } from "./proposal-store.ts";
import { proposalExpiry, proposalState } from "./rules.ts";

interface Proposed {
  booking: BookingRecord;
  slot: BookableSlot;
  reason: string;
  now: Date;
}

/**
 * Proposes a slot for a booking, holds it, and asks both parties by mail. Hold the booking's locks and clear the cache
 * of slots after the commit. Returns the proposal's id; null when the slot is no longer offered.
 */
export async function proposeSlot(
  deps: Pick<Deps, "jobs">,
  tx: Tx,
  { booking, slot, reason, now }: Proposed,
): Promise<string | null> {
  const lapsed = await findLatestProposal(tx, booking.id);
  if (lapsed !== null) await endProposal(tx, lapsed.id, { outcome: "lapsed", now });
  const { interviewerId } = booking;
  if (!(await holdSlot(tx, { interviewerId, startsAt: slot.startsAt }))) return null;
  const expiresAt = proposalExpiry(booking, slot, now);
  const proposalId = await insertProposal(tx, { booking, slot, reason, now, expiresAt });
  for (const to of parties) await deps.jobs.enqueue(tx, mailMoveProposal, { proposalId, to });
  return proposalId;
}

/**
 * Withdraws the last proposal of a booking and tells both parties. Returns its id. Hold the booking's locks.
 */
export async function withdrawProposal(
  deps: Pick<Deps, "jobs">,
  tx: Tx,
  { bookingId, now }: { bookingId: string; now: Date },
): Promise<string> {
  const { id: proposalId } = await getLatestProposal(tx, bookingId);
  await endProposal(tx, proposalId, { outcome: "withdrawn", now });
  for (const to of parties) await deps.jobs.enqueue(tx, mailMoveProposal, { proposalId, to });
  return proposalId;
}

/** The open proposal of a booking; null without one. */
export async function findOpenProposal(
  tx: Tx,
  booking: BookingRecord,
  now: Date,
): Promise<ProposalRow | null> {
  const latest = await findLatestProposal(tx, booking.id);
  return latest !== null && proposalState(latest, booking, now) === "open" ? latest : null;
}
