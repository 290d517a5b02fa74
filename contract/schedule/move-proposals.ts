import { z } from "zod";
import { endpoint, idSchema, messageSchema } from "../kernel/endpoint.ts";
import { wireInstantSchema } from "../kernel/instants.ts";
import { parties } from "./bookings.ts";

/** A proposal waits this long for both parties, and never beyond the start of either time. */
export const moveProposalHours = 48;

/**
 * `open` waits for both parties. `booking_changed` and `booking_canceled` say what happened to the booking in the
 * meantime; like every state but `moved`, they leave the interview where it is.
 */
export const moveProposalStates = [
  "open",
  "moved",
  "declined",
  "withdrawn",
  "slot_taken",
  "expired",
  "booking_changed",
  "booking_canceled",
] as const;

/** Another time for a booking, which we proposed: it moves when both parties accept. */
export const moveProposalSchema = z.object({
  _id: idSchema,
  fromTime: wireInstantSchema,
  startTime: wireInstantSchema,
  endTime: wireInstantSchema,
  /** Our reason, which both parties read. */
  reason: z.string(),
  proposedAt: wireInstantSchema,
  expiresAt: wireInstantSchema,
  state: z.enum(moveProposalStates),
  /** The parties that have accepted. */
  acceptedBy: z.array(z.enum(parties)),
  declinedBy: z.enum(parties).nullable(),
});
export type MoveProposal = z.infer<typeof moveProposalSchema>;

/** A proposal as one of the two parties sees it. */
export const ownMoveProposalSchema = moveProposalSchema.extend({
  /** Which party reads this. */
  party: z.enum(parties),
  otherName: z.string(),
});
export type OwnMoveProposal = z.infer<typeof ownMoveProposalSchema>;

export const getMoveProposal = endpoint("GET /api/bookings/:id/move-proposal", {
  access: "signed-in",
  isVisibleInSeeAs: true,
  summary: "The other time that was proposed last for a booking of mine",
  output: ownMoveProposalSchema,
});

export const answerMoveProposal = endpoint("POST /api/bookings/:id/move-proposal/answer", {
  access: "signed-in",
  limit: "move-answer-by-user",
  summary: "Accept or decline another time for a booking of mine; it moves when both parties have accepted",
  body: z.strictObject({
    /** The proposal that was read, because a newer one may have replaced it. */
    proposalId: idSchema,
    answer: z.enum(["accept", "decline"], { error: "Choose accept or decline." }),
  }),
  output: messageSchema.extend({ proposal: ownMoveProposalSchema }),
});
