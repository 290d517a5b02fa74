import { z } from "zod";
import { endpoint, idParamsSchema, idSchema, pageQueryShape } from "../../kernel/endpoint.ts";
import { wireInstantSchema } from "../../kernel/time.ts";
import { confirmedActionSchema, previewSchema } from "../actions.ts";
import { deskPersonSchema } from "../desk-people.ts";

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

/** The result of an action that may need a second operator. */
export const actionResultSchema = z.object({
  msg: z.string(),
  /** Set when the action has not run yet, because a second operator has to approve it. */
  approvalId: idSchema.nullable(),
});
export type ActionResult = z.infer<typeof actionResultSchema>;

/** The result of a decision, with what an undo of the approved action needs. */
export const decisionResultSchema = actionResultSchema.extend({
  /** The lot of an approved grant. */
  lotId: idSchema.nullable(),
  /** The days off that an approved cancellation made. */
  closedDays: z.array(idSchema),
});
export type DecisionResult = z.infer<typeof decisionResultSchema>;

export const listApprovals = endpoint({
  method: "GET",
  path: "/api/operator/approvals",
  access: "operator",
  needsRecentConfirmation: true,
  summary: "Actions that wait for a second operator, or were decided; newest first",
  query: z.strictObject({ ...pageQueryShape, state: z.enum(["open", "decided"]).optional() }),
  output: z.array(approvalSchema),
});

export const approvalDecisions = ["approve", "decline", "withdraw"] as const;
const decision = z.enum(approvalDecisions, { error: "Choose approve, decline or withdraw." });

export const previewApprovalDecision = endpoint({
  method: "POST",
  path: "/api/operator/approvals/:id/decision/preview",
  access: "operator",
  limit: "desk-preview-by-user",
  needsRecentConfirmation: true,
  summary: "What a decision about an open approval would do",
  params: idParamsSchema,
  body: z.strictObject({ decision }),
  output: previewSchema,
});

export const decideApproval = endpoint({
  method: "POST",
  path: "/api/operator/approvals/:id/decision",
  access: "operator",
  limit: "desk-action-by-user",
  needsRecentConfirmation: true,
  summary: "Approve or decline as another owner, or withdraw your own; approving runs the action once",
  params: idParamsSchema,
  body: confirmedActionSchema.extend({ decision }).strict(),
  output: decisionResultSchema,
});
