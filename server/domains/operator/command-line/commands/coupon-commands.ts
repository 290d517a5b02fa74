import { paiseFromRupees, rupeesFromPaise } from "@greenroom/contract/core/money.ts";
import { formatNamedMoment } from "@greenroom/contract/core/time-zones.ts";
import { planTypeSchema } from "@greenroom/contract/plans.ts";
import { z } from "zod";
import { recordCommand } from "../../../../audit/record-command.ts";
import { toInstantRange } from "../../../availability/weekly/rule-occurrences.ts";
import { createCoupon } from "../../../plans/create-coupon.ts";
import { listCoupons } from "../../../plans/list-coupons.ts";
import { stopCoupon } from "../../../plans/stop-coupon.ts";
import type { Commands } from "../command.ts";
import { readWithSchema, usageError, wholeNumberReader } from "../read-input.ts";

const commandLineActor = "command line";
const couponCodeFormat = z
  .string()
  .toUpperCase()
  .regex(/^[A-Z0-9-]{2,32}$/);

export function addCouponCommands({ add, plan }: Commands): void {
  add("coupons list", "list every coupon and how often it was used").action(() =>
    plan(async (deps) => {
      await recordCommand(deps, "coupons-list");
      const coupons = await listCoupons(deps);
      return {
        rows: coupons.map((coupon) => ({
          code: coupon.code,
          takes: coupon.kind === "percent" ? `${coupon.value}%` : `₹${rupeesFromPaise(coupon.value)}`,
          plans: coupon.planTypes?.join(", ") ?? "all",
          uses: `${coupon.uses ?? 0} of ${coupon.totalLimit ?? "any"}`,
          perPerson: coupon.perUserLimit ?? "any",
          ends: coupon.endsAt?.toISOString() ?? "",
          stopped: coupon.stoppedAt?.toISOString() ?? "",
        })),
      };
    }),
  );
  add("coupons make", "create a coupon that is valid from now on", {
    confirmation: "This makes plans cheaper for everybody who has the code.",
  })
    .argument("<code>", "as in DIWALI-25", readCouponCode)
    .option("--percent <n>", "the discount in percent", wholeNumberReader("--percent", { min: 1, max: 100 }))
    .option("--rupees <n>", "or in rupees", wholeNumberReader("--rupees", { min: 1, max: 100_000 }))
    .option("--plans <plans>", "only for these, as in Basic,Pro", readPlans)
    .option(
      "--ends <date>",
      "its last day in the business's time zone, as in 2027-01-31, or an instant",
      readEnd,
    )
    .option("--uses <n>", "how many uses in total", wholeNumberReader("--uses", limits))
    .option("--per-person <n>", "how many uses per person", wholeNumberReader("--per-person", limits))
    .action((code, { percent, rupees, plans = null, ends = null, uses = null, perPerson = null }) => {
      const discount = toDiscount(percent, rupees);
      plan(async (deps) => {
        const { timeZone } = deps.config.business;
        const endsAt = ends === null ? null : toEnd(ends, timeZone);
        if (endsAt !== null && endsAt <= deps.clock.now()) throw usageError("--ends has passed already.");
        const coupon = {
          code,
          ...discount,
          planTypes: plans,
          endsAt,
          totalLimit: uses,
          perUserLimit: perPerson,
        };
        await createCoupon(deps, commandLineActor, coupon);
        const until = endsAt === null ? "" : `, until ${formatNamedMoment(endsAt, timeZone)}`;
        return { msg: `The coupon ${code} is valid from now on${until}.` };
      });
    });
  add("coupons stop", "stop a coupon, so that nobody can use it for a new order")
    .argument("<code>", "as the list of coupons shows it", readCouponCode)
    .action((code) =>
      plan(async (deps) => {
        await stopCoupon(deps, commandLineActor, code);
        return { msg: `The coupon ${code} is stopped. Orders that are open with it keep their price.` };
      }),
    );
}

const limits = { min: 1, max: 1_000_000 };

const readCouponCode = (value: string) =>
  readWithSchema(
    couponCodeFormat,
    value,
    "Give one code of 2 to 32 letters, digits and hyphens, as in: DIWALI-25",
  );

/** Percent, or an amount as paise. */
function toDiscount(percent: number | undefined, rupees: number | undefined) {
  if (percent !== undefined && rupees === undefined) return { kind: "percent" as const, value: percent };
  if (rupees !== undefined && percent === undefined) {
    return { kind: "fixed" as const, value: paiseFromRupees(rupees) };
  }
  throw usageError("Give either --percent or --rupees.");
}

const readPlans = (value: string) =>
  readWithSchema(z.array(planTypeSchema).min(1), value.split(","), "--plans names plans: Basic,Pro.");

const dayFormat = z.iso.date();

const readEnd = (value: string) =>
  readWithSchema(
    z.union([dayFormat, z.iso.datetime({ offset: true })]),
    value,
    "--ends is a day or an instant: 2027-01-31.",
  );

/** A day is the last one on which the coupon is valid. */
function toEnd(ends: string, timeZone: string): Date {
  if (!dayFormat.safeParse(ends).success) return new Date(ends);
  return toInstantRange({ firstDay: ends, lastDay: ends }, timeZone).endsAt;
}
