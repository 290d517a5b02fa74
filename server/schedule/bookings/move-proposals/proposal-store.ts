import type { Party } from "@greenroom/contract/schedule/bookings.ts";
import type { Database, Tx } from "../../../kernel/db/database.ts";
import { newId } from "../../../kernel/ids.ts";
import type { BookingRecord } from "../rules.ts";

const columns = [
  "id",
  "bookingId",
  "bookingSequence",
  "intervieweeId",
  "interviewerId",
  "fromStartsAt",
  "startsAt",
  "endsAt",
  "reason",
  "proposedAt",
  "expiresAt",
  "intervieweeAcceptedAt",
  "interviewerAcceptedAt",
  "outcome",
  "declinedBy",
  "holdsSlot",
] as const;

/** The proposal that was made last for a booking; null without one. */
export async function findLatestProposal(database: Database | Tx, bookingId: string) {
  const row = await database
    .selectFrom("moveProposals")
    .select(columns)
    .where("bookingId", "=", bookingId)
    .orderBy("proposedAt", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}
export type ProposalRow = NonNullable<Awaited<ReturnType<typeof findLatestProposal>>>;

export async function findProposal(database: Database, id: string): Promise<ProposalRow | null> {
  const row = await database
    .selectFrom("moveProposals")
    .select(columns)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

interface NewProposal {
  booking: BookingRecord;
  slot: { startsAt: Date; endsAt: Date };
  reason: string;
  now: Date;
  expiresAt: Date;
}

/** Hold the booking's locks and the slot first. Rejects with `move_proposals_one_open` beside another open proposal. */
export async function insertProposal(
  tx: Tx,
  { booking, slot: { startsAt, endsAt }, reason, now, expiresAt }: NewProposal,
): Promise<string> {
  const id = newId();
  await tx
    .insertInto("moveProposals")
    .values({
      id,
      bookingId: booking.id,
      bookingSequence: booking.inviteSequence,
      intervieweeId: booking.intervieweeId,
      interviewerId: booking.interviewerId,
      fromStartsAt: booking.startsAt,
      startsAt,
      endsAt,
      reason,
      proposedAt: now,
      expiresAt,
      holdsSlot: true,
    })
    .execute();
  return id;
}

export async function markAccepted(tx: Tx, id: string, party: Party, now: Date): Promise<void> {
  await tx
    .updateTable("moveProposals")
    .set(party === "interviewee" ? { intervieweeAcceptedAt: now } : { interviewerAcceptedAt: now })
    .where("id", "=", id)
    .execute();
}

type Ending =
  | { outcome: "moved" | "withdrawn" | "slot_taken" | "lapsed"; now: Date }
  | { outcome: "declined"; declinedBy: Party; now: Date };

/** Ends a proposal that has no outcome yet. */
export async function endProposal(tx: Tx, id: string, { now, ...ending }: Ending): Promise<void> {
  await tx
    .updateTable("moveProposals")
    .set({ ...ending, endedAt: now })
    .where("id", "=", id)
    .where("outcome", "is", null)
    .execute();
}

/** Open proposals whose time to answer is over, locked for this transaction, the oldest first. */
export async function lockExpiredProposals(tx: Tx, now: Date, limit: number): Promise<ProposalRow[]> {
  return await tx
    .selectFrom("moveProposals")
    .select(columns)
    .where("outcome", "is", null)
    .where("expiresAt", "<=", now)
    .orderBy("expiresAt")
    .limit(limit)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
}
