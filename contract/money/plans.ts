import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { rupeesSchema } from "../kernel/money.ts";
import { cleanCouponCode } from "../kernel/plain-text.ts";

export const planTypes = ["Basic", "Pro", "Premium"] as const;
export type PlanType = (typeof planTypes)[number];

/** A plan's name in any case, as people type it. */
export const planTypeSchema = z.preprocess(
  (value) =>
    typeof value === "string"
      ? (planTypes.find((plan) => plan.toLowerCase() === value.trim().toLowerCase()) ?? value)
      : value,
  z.enum(planTypes, { error: "Choose Basic, Pro or Premium." }),
);

export const couponCodeSchema = z
  .string({ error: "A coupon code has only letters, digits and hyphens." })
  .overwrite(cleanCouponCode)
  .toUpperCase()
  .regex(/^[A-Z0-9-]{0,32}$/, "A coupon code has only letters, digits and hyphens.");

/**
 * A part of a price: its label and its amount (rupees; negative for a discount). The parts add up to
 * `newPrice`.
 */
export const priceLineSchema = z.object({
  label: z.string(),
  /** The kind of the part, so that a screen can offer to remove the coupon. */
  kind: z.enum(["list", "coupon", "founding"]),
  amount: z.number(),
});
export type PriceLine = z.infer<typeof priceLineSchema>;

/** The price that this user would pay now, in rupees. A client sends `newPrice` and `amount` back in an order. */
export const quoteSchema = z.object({
  planType: z.enum(planTypes),
  listPrice: z.number(),
  lines: z.array(priceLineSchema),
  /** The coupon in the price, null without one. */
  coupon: z.string().nullable(),
  newPrice: z.number(),
  /** The same as `newPrice`, under the name that an order needs. */
  amount: z.number(),
  /**
   * Only present when a typed coupon is worse for this user: the better automatic one, and the price with it.
   */
  cheaper: z.object({ coupon: z.string(), newPrice: z.number() }).optional(),
});
export type Quote = z.infer<typeof quoteSchema>;

/** A plan's card (requirements §3 "Plan"), in rupees. */
export const planSchema = z.object({
  planType: z.enum(planTypes),
  title: z.string(),
  sessions: z.number().int(),
  features: z.array(z.string()),
  highlight: z.boolean(),
  listPrice: z.number(),
  lines: z.array(priceLineSchema),
  coupon: z.string().nullable(),
  /** The price that this visitor would pay now. */
  newPrice: z.number(),
  /** The same as `newPrice`, under the pinned name. */
  amount: z.number(),
  /** `newPrice` divided by the plan's credits, to the nearest rupee (₹749 for 5 is ₹150 a session). */
  pricePerSession: z.number(),
});
export type Plan = z.infer<typeof planSchema>;

export const listPlans = endpoint("GET /api/plans", {
  access: "public",
  summary: "The plans with this visitor's price and its parts",
  output: z.array(planSchema),
});

export const quotePlan = endpoint("POST /api/user/purchase-plan", {
  access: "interviewee",
  limit: "quote-by-user",
  summary: "Quote a plan; an empty coupon means none, a missing one the launch offer",
  body: z.strictObject({ planType: planTypeSchema, coupon: couponCodeSchema.optional() }),
  output: quoteSchema,
});

/** The price that a purchase expects, in rupees; compared with the server's own quote. */
export const statedPriceShape = { planType: planTypeSchema, newPrice: rupeesSchema, amount: rupeesSchema };
