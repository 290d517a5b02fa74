import type { Undo } from "@greenroom/contract/desk/actions.ts";
import * as contract from "@greenroom/contract/desk/money/prices.ts";
import { paiseFromRupees, rupeesFromPaise } from "@greenroom/contract/kernel/money.ts";
import { countOf } from "@greenroom/contract/kernel/plain-text.ts";
import { formatNamedMoment } from "@greenroom/contract/kernel/time-zones.ts";
import type { Deps } from "../../kernel/deps.ts";
import { conflict } from "../../kernel/errors.ts";
import { holdMinutes } from "../../money/payments/rules.ts";
import { formatPaise } from "../../money/payouts/rules.ts";
import {
  checkIsCurrent,
  checkStart,
  lockComingVersion,
  setFoundingTerms,
  setListPrice,
  withdrawVersion,
} from "../../money/plans/change-prices.ts";
import {
  checkPriceForCoupons,
  explainLowPrice,
  findListPriceBelowFloor,
  lockPlanPrices,
} from "../../money/plans/coupons.ts";
import {
  lockFoundingPlaces,
  pricePlan,
  readFoundingPlaces,
  readFoundingTerms,
} from "../../money/plans/pricing.ts";
import { type ActionCall, action, undoBy } from "../action.ts";

/** One owner alone can do this, unless `why` says why not. */
export const secondOwnerIf = <Kind extends "price" | "coupon">(kind: Kind) => ({
  kind,
  amount: ({ why }: { why: string | null }) => (why === null ? 0 : 1),
  most: () => 0,
  format: (count: number) => countOf(count, "price"),
  why: ({ why }: { why: string | null }) => why,
});

/** Null: now. */
interface Start {
  startsAt: string | null;
}

const startOf = ({ startsAt }: Start, now: Date) => (startsAt === null ? now : new Date(startsAt));

function when({ config }: Deps, { startsAt }: Start): string {
  return startsAt === null
    ? "from now on"
    : `from ${formatNamedMoment(new Date(startsAt), config.business.timeZone)} on`;
}

function startText({ config }: Deps, { startsAt }: Start): string {
  return startsAt === null
    ? "Starts now."
    : `Starts ${formatNamedMoment(new Date(startsAt), config.business.timeZone)}.`;
}

const forVisitors = ({ config }: Deps, now: Date) => ({
  userId: null,
  coupon: undefined,
  now,
  founding: config.founding,
});

/** Withdraws a version that has not started; one that has started is followed by the former terms. */
const undoOf = ({ startsAt }: Start, id: string, formerTerms: Undo) =>
  startsAt === null ? formerTerms : undoBy(contract.withdrawPrice, { id, input: {} });

/**
 * Sets a list price from a moment on. One below a share of the former one needs a second owner. Throws `invalid_input`
 * for a start in the past, and `conflict`.
 */
export const changeListPrice = action(contract.changePrice, {
  async lock({ tx, input, now }) {
    const { planType, replaces } = input;
    checkStart(startOf(input, now), now);
    await lockPlanPrices(tx, [planType]);
    if (replaces !== undefined) await checkIsCurrent(tx, { id: replaces, planType, now });
  },
  async plan({ deps, tx, input, now }) {
    const { planType, startsAt } = input;
    const start = startOf(input, now);
    const listPricePaise = paiseFromRupees(input.listPrice);
    await checkPriceForCoupons(tx, { planType, listPricePaise, startsAt: start });
    const query = { ...forVisitors(deps, start), planType };
    const before = await pricePlan(tx, query);
    const after = await pricePlan(tx, { ...query, listPricePaise });
    const low = await findListPriceBelowFloor(
      tx,
      { planType, before: before.listPricePaise, after: listPricePaise, startsAt: start },
      { sharePercent: deps.config.approval.pricePercent, now },
    );
    const prices = (of: typeof before) => ({ list: of.listPricePaise, visitor: of.pricePaise });
    return {
      data: {
        ...{ planType, startsAt, before: prices(before), after: prices(after) },
        why: low === null ? null : explainLowPrice(low),
      },
      typed: planType,
      beneficiaries: [],
    };
  },
  describe: ({ planType, before, after, ...start }, deps) => [
    {
      label: "List price",
      text: `${planType}: ${formatPaise(before.list)} becomes ${formatPaise(after.list)}.`,
    },
    {
      label: "A visitor pays",
      text: `${formatPaise(before.visitor)} becomes ${formatPaise(after.visitor)}, with the offers that apply then.`,
    },
    { label: "Start", text: startText(deps, start) },
    {
      label: "Open orders",
      text: `Open checkouts keep the old price for ${holdMinutes} minutes.`,
    },
  ],
  async run({ deps, tx, input, data: { planType, before, after }, now }, { actor, reason, approved }) {
    const startsAt = startOf(input, now);
    const version = { planType, listPricePaise: after.list, startsAt, reason, actor, approved, now };
    const id = await setListPrice(tx, version);
    const former = { planType, listPrice: rupeesFromPaise(before.list), startsAt: null, replaces: id };
    return {
      msg: `The list price of ${planType} is ${formatPaise(after.list)} ${when(deps, input)}.`,
      undo: undoOf(input, id, undoBy(contract.changePrice, { input: former })),
    };
  },
  limit: secondOwnerIf("price"),
});

/**
 * Sets founding places from a moment on. A larger discount or more places than the settings need a second owner. Throws
 * `invalid_input` for a start in the past, and `conflict`.
 */
export const changeFoundingTerms = action(contract.changeFounding, {
  async lock({ tx, input, now }) {
    checkStart(startOf(input, now), now);
    await lockFoundingPlaces(tx);
    if (input.replaces !== undefined) await checkIsCurrent(tx, { id: input.replaces, planType: null, now });
  },
  async plan({ deps, tx, input, now }) {
    const settings = deps.config.founding;
    const { places, discountPaise, taken } = await readFoundingPlaces(tx, settings, startOf(input, now));
    const largest = Math.max(settings.discountPaise, discountPaise);
    const most = Math.max(settings.places, places);
    const after = { places: input.places, discountPaise: paiseFromRupees(input.discount) };
    return {
      data: {
        ...{ startsAt: input.startsAt, before: { places, discountPaise }, after, taken },
        why:
          after.discountPaise > largest
            ? `one owner alone can take off at most ${formatPaise(largest)}`
            : after.places > most && after.discountPaise > 0
              ? `one owner alone can offer at most ${countOf(most, "founding place")}`
              : null,
      },
      typed: String(after.places),
      beneficiaries: [],
    };
  },
  describe: ({ before, after, taken, ...start }, deps) => [
    {
      label: "Places",
      text: `${before.places} ${before.places === 1 ? "becomes" : "become"} ${after.places}; ${taken} ${taken === 1 ? "is" : "are"} taken or held.`,
    },
    {
      label: "Discount",
      text: `${formatPaise(before.discountPaise)} becomes ${formatPaise(after.discountPaise)}. A price is never below ₹1.`,
    },
    { label: "Start", text: startText(deps, start) },
    {
      label: "Members",
      text:
        after.places <= taken
          ? "All places are taken then: nobody new gets the discount. Founding members stay members."
          : "Founding members stay members.",
    },
  ],
  async run({ deps, tx, input, data: { before, after }, now }, { actor, reason, approved }) {
    const startsAt = startOf(input, now);
    const id = await setFoundingTerms(tx, { ...after, startsAt, reason, actor, approved, now });
    const { places, discountPaise } = before;
    const former = { places, discount: rupeesFromPaise(discountPaise), startsAt: null, replaces: id };
    return {
      msg: `There ${after.places === 1 ? "is" : "are"} ${countOf(after.places, "founding place")} ${when(deps, input)}.`,
      undo: undoOf(input, id, undoBy(contract.changeFounding, { input: former })),
    };
  },
  limit: secondOwnerIf("price"),
});

type ComingVersion = Awaited<ReturnType<typeof lockComingVersion>>;

/** Withdraws a version that has not started. Throws `not_found`, and `conflict` when it has started. */
export const withdrawComing = action(contract.withdrawPrice, {
  lock: async ({ tx, id, now }): Promise<ComingVersion> => await lockComingVersion(tx, id, now),
  async plan(call) {
    await checkWithdrawal(call);
    return { data: call.subject, beneficiaries: [] };
  },
  describe(version, { config }) {
    const what =
      version.table === "planPrices"
        ? `${version.planType} for ${formatPaise(version.listPricePaise)}`
        : `${countOf(version.places, "founding place")} with ${formatPaise(version.discountPaise)} off`;
    const start = formatNamedMoment(version.startsAt, config.business.timeZone);
    return [{ label: "Withdraw", text: `${what}, which would start ${start}, never starts.` }];
  },
  async run({ tx, id, subject: version, now }, { actor, reason }) {
    await withdrawVersion(tx, { id, reason, actor, now });
    const startsAt = version.startsAt.toISOString();
    return {
      msg: "It is withdrawn and will not start.",
      undo:
        version.table === "planPrices"
          ? undoBy(contract.changePrice, {
              input: {
                planType: version.planType,
                listPrice: rupeesFromPaise(version.listPricePaise),
                startsAt,
              },
            })
          : undoBy(contract.changeFounding, {
              input: { places: version.places, discount: rupeesFromPaise(version.discountPaise), startsAt },
            }),
    };
  },
});

/** Throws `conflict` when a price that needs a second owner would go on because the one that ends it never starts. */
async function checkWithdrawal({
  deps,
  tx,
  subject: version,
  now,
}: ActionCall<unknown> & { subject: ComingVersion }): Promise<void> {
  const { founding, approval } = deps.config;
  const { startsAt } = version;
  const until = new Date(startsAt.getTime() - 1);
  const needsSecondOwner = (why: string) =>
    conflict(`${why}. Set the price that you want instead, and another owner approves it.`);
  if (version.table === "foundingTerms") {
    const { discountPaise, places } = await readFoundingTerms(tx, founding, until);
    if (discountPaise > Math.max(founding.discountPaise, version.discountPaise))
      throw needsSecondOwner(`Without it, ${formatPaise(discountPaise)} would be taken off for longer`);
    if (discountPaise > 0 && places > Math.max(founding.places, version.places))
      throw needsSecondOwner(`Without it, there would be ${countOf(places, "founding place")} for longer`);
    return;
  }
  const { planType, listPricePaise: before } = version;
  await lockPlanPrices(tx, [planType]);
  const { listPricePaise: after } = await pricePlan(tx, { ...forVisitors(deps, until), planType });
  const low = await findListPriceBelowFloor(
    tx,
    { planType, before, after, startsAt },
    { sharePercent: approval.pricePercent, now },
  );
  if (low !== null) throw needsSecondOwner(`Without it, ${explainLowPrice(low)}`);
}
