import { z } from "zod";
import { idSchema } from "../kernel/endpoint.ts";
import { wireInstantSchema } from "../kernel/instants.ts";
import { deskAction, deskList, deskPersonSchema, previewSchema } from "./actions.ts";

/** How long an action over a limit waits for a second operator. */
export const approvalHours = 24;

export const approvalKinds = ["refund", "payout", "grant", "cancel", "price", "coupon"] as const;
export type ApprovalKind = (typeof approvalKinds)[number];

/** `open` waits for a decision; an `expired` action never runs. */
export const approvalStates = ["open", "approved", "declined", "withdrawn", "expired"] as const;

/** An action over a limit, which one operator requests and another decides. */
export const approvalSchema = z.object({
  _id: idSchema,
  kind: z.enum(approvalKinds),
  /** The preview that the requesting operator saw. */
  lines: previewSchema.shape.lines,
  reason: z.string(),
  askedBy: deskPersonSchema,
  askedAt: wireInstantSchema,
  expiresAt: wireInstantSchema,
  state: z.enum(approvalStates),
  decidedBy: deskPersonSchema.nullable(),
  decidedAt: wireInstantSchema.nullable(),
  decisionReason: z.string().nullable(),
  /** The operator who reads this requested the action: they can withdraw it but not approve it. */
  isMine: z.boolean(),
});
export type Approval = z.infer<typeof approvalSchema>;

/** More than operators request at once. The list of approvals has them all. */
export const mostOpenApprovals = 10;

/** An open approval, on the page of the payment or payout that waits for it. */
export const openApprovalSchema = z.object({
  approvalId: idSchema,
  askedBy: deskPersonSchema,
  askedAt: wireInstantSchema,
});
export type OpenApproval = z.infer<typeof openApprovalSchema>;

export const listApprovals = deskList("/api/operator/approvals", {
  summary: "Actions that wait for a second operator, or were decided; newest first",
  filters: { state: z.enum(["open", "decided"]).optional() },
  row: approvalSchema,
});

export const approvalDecisions = ["approve", "decline", "withdraw"] as const;

export const decideApproval = deskAction("/api/operator/approvals/:id/decision", {
  access: "operator",
  summary: "Approve or decline as another owner, or withdraw your own; approving runs the action once",
  shape: {
    decision: z.enum(approvalDecisions, { error: "Choose approve, decline or withdraw." }),
  },
});
