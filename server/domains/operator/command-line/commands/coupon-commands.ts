import { paiseFromRupees, rupeesFromPaise } from "@greenroom/contract/core/money.ts";
import { planTypeSchema } from "@greenroom/contract/plans.ts";
import { z } from "zod";
import { recordCommand } from "../../../../audit/record-command.ts";
import { createCoupon, listCoupons, stopCoupon } from "../../../plans/manage-coupons.ts";
import type { CommandGroup, CommandInput } from "../command.ts";
import { readNoArguments, readWholeNumber, readWithSchema, usageError } from "../read-input.ts";

const commandLineActor = "command line";
const couponCodeFormat = z
  .string()
  .toUpperCase()
  .regex(/^[A-Z0-9-]{2,32}$/);

export const couponCommands: CommandGroup = {
  "coupons list": {
    usage: "coupons list",
    summary: "every coupon and how often it was paid with",
    async run(deps, input) {
      readNoArguments(input);
      await recordCommand(deps, "coupons-list");
      const coupons = await listCoupons(deps);
      return {
        rows: coupons.map((coupon) => ({
          code: coupon.code,
          takes: coupon.kind === "percent" ? `${coupon.value} %` : `₹${rupeesFromPaise(coupon.value)}`,
          plans: coupon.planTypes?.join(", ") ?? "all",
          uses: `${coupon.uses ?? 0} of ${coupon.totalLimit ?? "any"}`,
          perPerson: coupon.perUserLimit ?? "any",
          ends: coupon.endsAt?.toISOString() ?? "",
          stopped: coupon.stoppedAt?.toISOString() ?? "",
        })),
      };
    },
  },
  "coupons make": {
    usage:
      "coupons make <code> --percent <n> | --rupees <n> [--plans Basic,Pro] [--ends <date>] [--uses <n>] [--per-person <n>] --yes",
    summary: "a coupon that counts from now on",
    options: ["percent", "rupees", "plans", "ends", "uses", "per-person"],
    confirmation: "This makes plans cheaper for whoever has the code.",
    async run(deps, input) {
      const coupon = { code: readCouponCode(input), ...readDiscount(input), ...readLimits(input) };
      if (coupon.endsAt !== null && coupon.endsAt <= deps.clock.now())
        throw usageError("--ends has passed already.");
      await createCoupon(deps, commandLineActor, coupon);
      return { msg: `The coupon ${coupon.code} counts from now on.` };
    },
  },
  "coupons stop": {
    usage: "coupons stop <code>",
    summary: "nobody can use it for a new order",
    async run(deps, input) {
      const code = readCouponCode(input);
      await stopCoupon(deps, commandLineActor, code);
      return { msg: `The coupon ${code} is stopped. Orders that are open with it keep their price.` };
    },
  },
};

function readCouponCode({ positionals }: CommandInput): string {
  if (positionals.length !== 1) throw usageError("Give one code, as in: DIWALI-25");
  return readWithSchema(couponCodeFormat, positionals[0], "A code is 2 to 32 letters, digits and hyphens.");
}

/** Percent, or an amount as paise. */
function readDiscount({ options }: CommandInput): { kind: "percent" | "fixed"; value: number } {
  const { percent, rupees } = options;
  if ((percent === undefined) === (rupees === undefined))
    throw usageError("Give either --percent or --rupees.");
  if (percent !== undefined) {
    return { kind: "percent", value: readWholeNumber(percent, "--percent", { min: 1, max: 100 }) };
  }
  return {
    kind: "fixed",
    value: paiseFromRupees(readWholeNumber(rupees, "--rupees", { min: 1, max: 100_000 })),
  };
}

function readLimits({ options }: CommandInput) {
  const { plans, ends, uses, "per-person": perPerson } = options;
  const limit = (value: string | undefined, name: string) =>
    value === undefined ? null : readWholeNumber(value, name, { min: 1, max: 1_000_000 });
  const planTypes = z.array(planTypeSchema).min(1);
  const instant = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);
  return {
    planTypes:
      plans === undefined
        ? null
        : readWithSchema(planTypes, plans.split(","), "--plans names plans: Basic,Pro."),
    endsAt:
      ends === undefined
        ? null
        : new Date(readWithSchema(instant, ends, "--ends is a day or an instant: 2027-01-31.")),
    totalLimit: limit(uses, "--uses"),
    perUserLimit: limit(perPerson, "--per-person"),
  };
}
