import { z } from "zod";
import { endpoint, messageSchema } from "../kernel/endpoint.ts";
import { wireInstantSchema } from "../kernel/instants.ts";
import { requiredLine } from "../kernel/text.ts";

/** How long after a change the new details come into use. */
export const payoutDetailsHoldHours = 48;

/** As `name@bank` (NPCI): letters, digits, dots, hyphens and underscores before the @. */
const upiId = z
  .string({ error: "Enter your UPI id." })
  .trim()
  .regex(/^[A-Za-z0-9._-]{2,100}@[A-Za-z][A-Za-z0-9]{1,63}$/, "A UPI id looks like priya@okbank.");

/** Indian accounts have 9 to 18 digits. */
const accountNumber = z
  .string({ error: "Enter the account number." })
  .transform((text) => text.replace(/[\s-]/g, ""))
  .pipe(z.string().regex(/^\d{9,18}$/, "An account number has 9 to 18 digits."));

/** Four letters of the bank, a zero, six of the branch (RBI). */
const ifsc = z
  .string({ error: "Enter the IFSC." })
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{4}0[A-Z0-9]{6}$/, "An IFSC looks like HDFC0001234.");

/** Five letters, four digits, a letter; the fourth letter is the kind of holder. */
const pan = z
  .string({ error: "Enter your PAN." })
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z]$/, "A PAN looks like ABCPE1234F.");

const holder = requiredLine({ label: "The account holder's name", max: 100 });

/** The account to which an interviewer's earnings are paid. */
export const payoutTargetSchema = z.discriminatedUnion(
  "kind",
  [
    z.strictObject({ kind: z.literal("upi"), holder, pan, upiId }),
    z.strictObject({ kind: z.literal("bank"), holder, pan, accountNumber, ifsc }),
  ],
  { error: "Choose a UPI id or a bank account." },
);
export type PayoutTarget = z.infer<typeof payoutTargetSchema>;

/** The same, masked for screens: `HDFC0001234 ••••7890`, `pr•••@okbank`, `••••••234F`. */
export const maskedDetailsSchema = z.object({
  kind: z.enum(["upi", "bank"]),
  holder: z.string(),
  account: z.string(),
  pan: z.string(),
});
export type MaskedDetails = z.infer<typeof maskedDetailsSchema>;

export const payoutDetailsSchema = z.object({
  /** The details for the next payout; null while there are none. */
  current: maskedDetailsSchema.nullable(),
  /** A change that is not in use yet. */
  pending: maskedDetailsSchema.extend({ usableAt: wireInstantSchema }).nullable(),
});
export type PayoutDetails = z.infer<typeof payoutDetailsSchema>;

export const getPayoutDetails = endpoint("GET /api/interviewer/payout-details", {
  access: "interviewer",
  summary: "Where my earnings are paid, masked",
  output: payoutDetailsSchema,
});

export const savePayoutDetailsBody = z.strictObject({
  password: z.string({ error: "Password is required." }).min(1, "Password is required.").max(256),
  target: payoutTargetSchema,
});

export const savePayoutDetails = endpoint("PUT /api/interviewer/payout-details", {
  access: "interviewer",
  limit: "payout-details-by-user",
  summary: "Change where my earnings are paid; used after 48 hours, and confirmed to me by email",
  body: savePayoutDetailsBody,
  output: messageSchema.extend({ details: payoutDetailsSchema }),
});

export const withdrawPayoutDetails = endpoint("DELETE /api/interviewer/payout-details/pending", {
  access: "interviewer",
  limit: "edit-by-user",
  summary: "Withdraw a change of my payout details that is not used yet",
  output: messageSchema.extend({ details: payoutDetailsSchema }),
});
