import { z } from "zod";
import { endpoint, idSchema } from "../../kernel/endpoint.ts";
import { instantSchema, wireInstantSchema } from "../../kernel/instants.ts";
import { planTypeSchema, planTypes } from "../../money/plans.ts";
import { deskAction, deskList } from "../actions.ts";

const versionShape = {
  _id: idSchema,
  startsAt: wireInstantSchema,
  createdAt: wireInstantSchema,
  /** Withdrawn before it started. */
  withdrawnAt: wireInstantSchema.nullable(),
  state: z.enum(["coming", "current", "past", "withdrawn"]),
};

/** Amounts are rupees. */
export const deskPricesSchema = z.object({
  plans: z.array(
    z.object({
      planType: z.enum(planTypes),
      sessions: z.number().int(),
      listPrice: z.number(),
      /** The price that a visitor pays now, with the launch offer and a founding place. */
      visitorPrice: z.number(),
      /** The newest twenty. */
      versions: z.array(z.object({ ...versionShape, listPrice: z.number() })),
    }),
  ),
  founding: z.object({
    places: z.number().int(),
    discount: z.number(),
    taken: z.number().int(),
    versions: z.array(z.object({ ...versionShape, places: z.number().int(), discount: z.number() })),
  }),
});
export type DeskPrices = z.infer<typeof deskPricesSchema>;

export const getDeskPrices = endpoint("GET /api/operator/prices", {
  confirmation: null,
  access: "operator",
  summary: "List prices and founding places with their versions",
  output: deskPricesSchema,
});

const startsAt = instantSchema.nullable();
/** For an undo: the version that has to be the current one, so that a later change of somebody else stays. */
const replaces = idSchema.optional();

export const changePrice = deskAction("/api/operator/prices", {
  access: "owner",
  summary: "Set a plan's list price from a given time; open orders keep their price",
  shape: {
    planType: planTypeSchema,
    /** Whole rupees. */
    listPrice: z
      .number({ error: "Enter the price in rupees." })
      .int("A list price is in whole rupees.")
      .min(1, "A price is at least ₹1.")
      .max(1_000_000, "A price is at most ₹10,00,000."),
    /** Null: now. */
    startsAt,
    replaces,
  },
});

export const changeFounding = deskAction("/api/operator/founding-terms", {
  access: "owner",
  summary: "Set founding places and their discount from a given time",
  shape: {
    places: z
      .number({ error: "Enter how many places." })
      .int("Places are whole.")
      .min(0, "There cannot be fewer than 0 places.")
      .max(1_000_000, "There can be at most 10,00,000 places."),
    discount: z
      .number({ error: "Enter the discount in rupees." })
      .int("The discount is in whole rupees.")
      .min(0, "A discount cannot be negative.")
      .max(1_000_000, "A discount is at most ₹10,00,000."),
    startsAt,
    replaces,
  },
});

export const withdrawPrice = deskAction("/api/operator/prices/:id/withdrawal", {
  access: "owner",
  summary: "Withdraw a price or founding places that have not started",
});

/** Further uses are not counted. */
export const maxCountedUses = 1000;

export const deskCouponSchema = z.object({
  _id: idSchema,
  code: z.string(),
  kind: z.enum(["percent", "fixed"]),
  /** Percent, or rupees. */
  value: z.number(),
  /** Null: every plan. */
  plans: z.array(z.enum(planTypes)).nullable(),
  isLaunchOffer: z.boolean(),
  startsAt: wireInstantSchema,
  endsAt: wireInstantSchema.nullable(),
  stoppedAt: wireInstantSchema.nullable(),
  totalLimit: z.number().int().nullable(),
  perUserLimit: z.number().int().nullable(),
  /** Payments with it that were not refunded, up to `maxCountedUses`. */
  uses: z.number().int(),
  state: z.enum(["active", "coming", "ended", "stopped"]),
});
export type DeskCoupon = z.infer<typeof deskCouponSchema>;

export const listDeskCoupons = deskList("/api/operator/coupons", {
  summary: "Coupons with their uses, newest first",
  row: deskCouponSchema,
  confirmation: null,
});

const usesLimit = z
  .number({ error: "Enter a whole number." })
  .int("A limit is a whole number.")
  .min(1, "A limit is at least 1.")
  .max(1_000_000, "A limit is at most 10,00,000.")
  .nullable();

const newCouponSchema = z.strictObject({
  code: z
    .string({ error: "Enter the code." })
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9-]{2,32}$/, "A code is 2 to 32 letters, digits and hyphens."),
  kind: z.enum(["percent", "fixed"], { error: "Choose percent or rupees." }),
  /** Percent, or whole rupees. */
  value: z
    .number({ error: "Enter how much is taken off." })
    .int("A discount is a whole number.")
    .min(1, "A coupon takes off at least 1.")
    .max(1_000_000, "A discount is at most 10,00,000."),
  plans: z.array(planTypeSchema).min(1, "Choose a plan.").max(planTypes.length).nullable(),
  endsAt: instantSchema.nullable(),
  totalLimit: usesLimit,
  perUserLimit: usesLimit,
});
export type NewDeskCoupon = z.infer<typeof newCouponSchema>;

export const createDeskCoupon = deskAction("/api/operator/coupons", {
  access: "owner",
  summary: "Create a coupon that is valid from now on",
  shape: newCouponSchema.shape,
});

export const stopDeskCoupon = deskAction("/api/operator/coupons/:id/stop", {
  access: "owner",
  summary: "Stop a coupon; open orders with it keep their price",
});

export const resumeDeskCoupon = deskAction("/api/operator/coupons/:id/resumption", {
  access: "owner",
  summary: "Make a stopped coupon usable again",
  shape: {
    /** For an undo: the stop that it ends. Any other one is left as it is. */
    replaces: instantSchema.optional(),
  },
});
