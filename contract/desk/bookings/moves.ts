import { z } from "zod";
import { endpoint, idParamsSchema, idSchema, messageSchema } from "../../kernel/endpoint.ts";
import { instantSchema, wireInstantSchema } from "../../kernel/time.ts";
import { moveProposalSchema } from "../../schedule/move-proposals.ts";
import { previewedAction } from "../previewed-action.ts";

/** The maximum length of the list of offered slots; later slots are left out. */
export const maxOfferedSlots = 100;

export const listOfferedSlots = endpoint({
  method: "GET",
  path: "/api/operator/bookings/:id/offered-slots",
  access: "operator",
  needsRecentConfirmation: true,
  summary: "The slots that a booking's interviewer offers now, soonest first",
  params: idParamsSchema,
  output: z.array(z.object({ startTime: wireInstantSchema, endTime: wireInstantSchema })),
});

export const moveProposalStateSchema = moveProposalSchema.pick({
  _id: true,
  state: true,
  acceptedBy: true,
  declinedBy: true,
});
export type MoveProposalState = z.infer<typeof moveProposalStateSchema>;

/** Contains no personal data, so that an open page can ask again and again without a line in the audit log. */
export const getMoveProposalState = endpoint({
  method: "GET",
  path: "/api/operator/bookings/:id/move-proposal",
  access: "operator",
  summary: "The state of the other time that was proposed last for a booking; null without one",
  params: idParamsSchema,
  output: z.object({ proposal: moveProposalStateSchema.nullable() }),
});

export const proposeMove = previewedAction({
  path: "/api/operator/bookings/:id/move-proposal",
  access: "operator",
  summary:
    "Propose another time for a booking; both parties are asked by email, and it moves when both accept",
  shape: { startTime: instantSchema },
  needsRecentConfirmation: true,
  output: messageSchema.extend({
    /** An undo sends it back. */
    proposalId: idSchema,
  }),
});

export const withdrawMoveProposal = previewedAction({
  path: "/api/operator/bookings/:id/move-proposal/withdrawal",
  access: "operator",
  summary: "Withdraw an open proposal of another time; both parties are told by email",
  shape: {
    /** The proposal that the page shows. Any other one is left as it is. */
    replaces: idSchema.optional(),
  },
  needsRecentConfirmation: true,
});
