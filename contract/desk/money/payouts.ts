import { z } from "zod";
import { endpoint, idSchema } from "../../kernel/endpoint.ts";
import { wireInstantSchema } from "../../kernel/instants.ts";
import { requiredLine } from "../../kernel/text.ts";
import { maskedDetailsSchema } from "../../money/payout-details.ts";
import { actionIdsSchema, deskAction, deskList, deskPersonSchema, maxActionRows } from "../actions.ts";
import { mostOpenApprovals, openApprovalSchema } from "../approvals.ts";

export const duePayoutSchema = z.object({
  interviewer: deskPersonSchema,
  /** Rupees; negative when something that was paid was taken back. */
  amount: z.number(),
  /** The deduction in it, for earnings that were taken back after they had been paid; rupees, 0 or more. */
  deducted: z.number(),
  /** The number of earnings and deductions in it. */
  entries: z.number().int(),
  /** The account that it is paid to, masked; null while the interviewer has no usable payout details. */
  details: maskedDetailsSchema.nullable(),
  /** When the changed details come into use; null without a change. */
  detailsChangeAt: wireInstantSchema.nullable(),
});
export type DuePayout = z.infer<typeof duePayoutSchema>;

export const listDuePayouts = deskList("/api/operator/payouts/due", {
  summary: "What is due to each interviewer, by address",
  row: duePayoutSchema,
});

/** The most interviewers in one export. */
export const maxBatchPeople = 500;

const askedPayoutSchema = openApprovalSchema.extend({
  /** The interviewers that it would mark as paid. */
  interviewerIds: z.array(idSchema).max(maxActionRows),
});

/** An export for the bank: one transfer for each interviewer. */
export const payoutBatchSchema = z.object({
  _id: idSchema,
  madeAt: wireInstantSchema,
  /** The operator's address. */
  madeBy: z.string(),
  people: z.array(
    z.object({
      interviewer: deskPersonSchema,
      entries: z.number().int(),
      /** As it was exported; rupees. */
      amount: z.number(),
      /** The part that can still be marked as paid; less than `amount` when some entries are marked already. */
      open: z.number(),
    }),
  ),
  /** Payouts of it that wait for a second operator, oldest first. */
  askedPayouts: z.array(askedPayoutSchema).max(mostOpenApprovals),
});
export type PayoutBatch = z.infer<typeof payoutBatchSchema>;

export const getOpenBatch = endpoint("GET /api/operator/payout-batches/open", {
  access: "operator",
  summary: "The export for the bank that is not wholly marked as paid",
  output: z.object({ batch: payoutBatchSchema.nullable() }),
});

export const makeBatch = deskAction("/api/operator/payout-batches", {
  access: "owner",
  summary: "Export what is due, to each interviewer with payout details, and close the export before",
  answer: { batchId: idSchema },
});

export const downloadBatch = endpoint("GET /api/operator/payout-batches/:id/transfers.csv", {
  access: "owner",
  limit: "desk-export-by-user",
  confirmation: "acting",
  summary: "The transfers of an export with unmasked payout details as CSV, for the bank",
});

export const paidPayoutSchema = z.object({
  _id: idSchema,
  interviewer: deskPersonSchema,
  /** Rupees. */
  amount: z.number(),
  entries: z.number().int(),
  reference: z.string(),
  paidAt: wireInstantSchema,
  /** That the bank returned the transfer; null if it did not. */
  returned: z.object({ at: wireInstantSchema, reason: z.string() }).nullable(),
});
export type PaidPayout = z.infer<typeof paidPayoutSchema>;

export const listPaidPayouts = deskList("/api/operator/payouts", {
  summary: "Payouts that were made, newest first",
  row: paidPayoutSchema,
});

export const markPaid = deskAction("/api/operator/payouts", {
  access: "owner",
  summary: "Record that what was exported for these interviewers was transferred, all or none of them",
  shape: {
    /** The export whose amounts were transferred. */
    batchId: idSchema,
    interviewerIds: actionIdsSchema({ row: "An interviewer", action: "interviewers can be marked" }),
    /** The bank's reference of the transfer, or of the batch of transfers. */
    reference: requiredLine({ label: "The bank's reference", max: 100 }),
  },
});

export const returnPayout = deskAction("/api/operator/payouts/:id/return", {
  access: "owner",
  summary: "Record that the bank returned a transfer, so that its amount is due again",
});

export const reverseDeskEarning = deskAction("/api/operator/bookings/:id/earning-reversal", {
  access: "owner",
  summary: "Take back what an interview earned; the interviewer reads the reason",
});
