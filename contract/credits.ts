import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { idSchema } from "./ids.ts";
import { wireInstantSchema } from "./time.ts";

export const ledgerKinds = ["grant", "spend", "return", "refund"] as const;

/** One line of the sessions ledger. `delta` is sessions; `balance` is what was left after the line. */
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
  summary: "Every session bought, spent, returned or refunded, newest first",
  output: z.array(ledgerEntrySchema),
});
