import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { idSchema } from "../kernel/ids.ts";
import { pageQuerySchema } from "../kernel/page.ts";
import { wireInstantSchema } from "../kernel/time.ts";

/** `refund`: we took bought credits back for money; `taken-back`: we took granted credits back. */
export const ledgerKinds = ["grant", "spend", "return", "refund", "taken-back"] as const;

/**
 * An entry of the credit ledger. `delta` is a number of credits; `balance` is what was left after the entry.
 */
export const ledgerEntrySchema = z.object({
  _id: z.string(),
  kind: z.enum(ledgerKinds),
  delta: z.number().int(),
  balance: z.number().int(),
  reason: z.string(),
  bookingId: idSchema.nullable(),
  createdAt: wireInstantSchema,
});
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>;

export const listLedger = endpoint({
  method: "GET",
  path: "/api/user/credits",
  access: "interviewee",
  isVisibleInSeeAs: true,
  summary: "Every session that was bought, used, returned or refunded, newest first",
  query: pageQuerySchema,
  output: z.array(ledgerEntrySchema),
});
