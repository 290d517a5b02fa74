import type { EndpointOutput } from "@greenroom/contract/core/endpoint.ts";
import { paiseFromRupees, rupeesFromPaise } from "@greenroom/contract/core/money.ts";
import { asSentence, countOf } from "@greenroom/contract/core/sentences.ts";
import { formatNamedMoment } from "@greenroom/contract/core/time-zones.ts";
import type { ConfirmedAction, Preview } from "@greenroom/contract/operator/actions.ts";
import type { ActionResult } from "@greenroom/contract/operator/money/approvals.ts";
import type * as contract from "@greenroom/contract/operator/money/prices.ts";
import type { PlanType } from "@greenroom/contract/plans.ts";
import type { Actor } from "../../../core/actor.ts";
import type { Tx } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import type { Deps } from "../../../deps.ts";
import { holdMinutes } from "../../payments/rules.ts";
import { formatPaise } from "../../payouts/rules.ts";
import { lockFoundingPlaces } from "../../plans/lock-price.ts";
import { pricePlan } from "../../plans/price-plan.ts";
import {
  checkIsCurrent,
  checkStart,
  lockComingVersion,
  setFoundingTerms,
  setListPrice,
  withdrawVersion,
} from "../../plans/prices/change-prices.ts";
import { checkPriceForCoupons, lockPlanPrices } from "../../plans/prices/check-price-for-coupons.ts";
import { readFoundingPlaces } from "../../plans/prices/founding-terms.ts";
import { checkPreview, makePreview } from "../preview.ts";

interface PriceChange {
  planType: PlanType;
  /** Rupees. */
  listPrice: number;
  /** Null: now. */
  startsAt: string | null;
  /** The version that has to be the current one. */
  replaces?: string | undefined;
}

interface FoundingChange {
  places: number;
  /** Rupees. */
  discount: number;
  startsAt: string | null;
  replaces?: string | undefined;
}

const done = (msg: string): ActionResult => ({ msg, approvalId: null });

/** Previews a new list price. Throws `invalid_input` for a start in the past. */
export async function previewPriceChange(deps: Deps, change: PriceChange): Promise<Preview> {
  return await inTransaction(deps.database, async (tx) => (await preparePrice(deps, tx, change)).preview);
}

/** Sets a list price from a moment on. Throws as `previewPriceChange` does, and `conflict`. */
export async function changePrice(
  deps: Deps,
  { userId }: Actor,
  { reason, version, typed, ...change }: PriceChange & ConfirmedAction,
): Promise<EndpointOutput<typeof contract.changePrice>> {
  return await inTransaction(deps.database, async (tx) => {
    const { preview, before } = await preparePrice(deps, tx, change);
    checkPreview(preview, { version, typed });
    const now = deps.clock.now();
    const _id = await setListPrice(tx, {
      planType: change.planType,
      listPricePaise: paiseFromRupees(change.listPrice),
      startsAt: startOf(change, now),
      reason,
      actor: { userId },
      now,
    });
    const price = formatPaise(paiseFromRupees(change.listPrice));
    return {
      ...done(`The list price of ${change.planType} is ${price} ${when(deps, change)}.`),
      _id,
      before,
    };
  });
}

function startOf({ startsAt }: { startsAt: string | null }, now: Date): Date {
  return startsAt === null ? now : new Date(startsAt);
}

function when({ config }: Pick<Deps, "config">, { startsAt }: { startsAt: string | null }): string {
  return startsAt === null
    ? "from now on"
    : `from ${formatNamedMoment(new Date(startsAt), config.business.timeZone)} on`;
}

async function preparePrice(deps: Deps, tx: Tx, change: PriceChange) {
  const { planType, startsAt, replaces } = change;
  const now = deps.clock.now();
  const start = startOf(change, now);
  checkStart(start, now);
  await lockPlanPrices(tx, [planType]);
  if (replaces !== undefined) await checkIsCurrent(tx, { id: replaces, planType, now });
  const listPricePaise = paiseFromRupees(change.listPrice);
  await checkPriceForCoupons(tx, { planType, listPricePaise, startsAt: start });
  const query = { userId: null, coupon: undefined, now: start, founding: deps.config.founding, planType };
  const before = await pricePlan(tx, query);
  const after = await pricePlan(tx, { ...query, listPricePaise });
  const preview = makePreview({
    lines: [
      {
        label: "List price",
        text: `${planType}: ${formatPaise(before.listPricePaise)} becomes ${formatPaise(after.listPricePaise)}.`,
      },
      {
        label: "A visitor pays",
        text: `${formatPaise(before.pricePaise)} becomes ${formatPaise(after.pricePaise)}, with the offers that apply then.`,
      },
      { label: "From", text: asSentence(when(deps, change)) },
      {
        label: "Open orders",
        text: `They keep the price that they were opened with. A checkout that is open then continues at its price for ${holdMinutes} minutes.`,
      },
    ],
    typedConfirmation: planType,
    state: [startsAt ?? "now"],
  });
  return { preview, before: { listPrice: rupeesFromPaise(before.listPricePaise) } };
}

/** Previews another number of founding places. Throws as `previewPriceChange` does. */
export async function previewFoundingChange(deps: Deps, change: FoundingChange): Promise<Preview> {
  return await inTransaction(deps.database, async (tx) => (await prepareFounding(deps, tx, change)).preview);
}

/** Sets founding places and discount from a moment on. Throws as `changePrice` does. */
export async function changeFounding(
  deps: Deps,
  { userId }: Actor,
  { reason, version, typed, ...change }: FoundingChange & ConfirmedAction,
): Promise<EndpointOutput<typeof contract.changeFounding>> {
  return await inTransaction(deps.database, async (tx) => {
    const { preview, before } = await prepareFounding(deps, tx, change);
    checkPreview(preview, { version, typed });
    const now = deps.clock.now();
    const _id = await setFoundingTerms(tx, {
      places: change.places,
      discountPaise: paiseFromRupees(change.discount),
      startsAt: startOf(change, now),
      reason,
      actor: { userId },
      now,
    });
    return {
      ...done(
        `There ${change.places === 1 ? "is" : "are"} ${countOf(change.places, "founding place")} ${when(deps, change)}.`,
      ),
      _id,
      before,
    };
  });
}

async function prepareFounding(deps: Deps, tx: Tx, change: FoundingChange) {
  const now = deps.clock.now();
  const start = startOf(change, now);
  checkStart(start, now);
  await lockFoundingPlaces(tx);
  if (change.replaces !== undefined) {
    await checkIsCurrent(tx, { id: change.replaces, planType: null, now });
  }
  const { places, discountPaise, taken } = await readFoundingPlaces(tx, deps.config.founding, start);
  const full = change.places <= taken;
  const preview = makePreview({
    lines: [
      {
        label: "Places",
        text: `${places} ${places === 1 ? "becomes" : "become"} ${change.places}; ${taken} ${taken === 1 ? "is" : "are"} taken or held.`,
      },
      {
        label: "Discount",
        text: `${formatPaise(discountPaise)} becomes ${formatPaise(paiseFromRupees(change.discount))}. A price is never below ₹1.`,
      },
      { label: "From", text: asSentence(when(deps, change)) },
      {
        label: "Members",
        text: full
          ? "All places are taken then: nobody new gets the discount. Founding members stay members."
          : "Founding members stay members.",
      },
    ],
    typedConfirmation: String(change.places),
    state: [change.startsAt ?? "now"],
  });
  return { preview, before: { places, discount: rupeesFromPaise(discountPaise) } };
}

/** Previews withdrawing a version that has not started. Throws `not_found`, and `conflict` when it has started. */
export async function previewWithdrawal(deps: Deps, id: string): Promise<Preview> {
  return await inTransaction(deps.database, (tx) => prepareWithdrawal(deps, tx, id));
}

/** Withdraws a version that has not started. Throws as `previewWithdrawal` does. */
export async function withdrawPrice(
  deps: Deps,
  { userId }: Actor,
  { id, reason, ...confirmed }: ConfirmedAction & { id: string },
): Promise<ActionResult> {
  return await inTransaction(deps.database, async (tx) => {
    checkPreview(await prepareWithdrawal(deps, tx, id), confirmed);
    await withdrawVersion(tx, { id, reason, actor: { userId }, now: deps.clock.now() });
    return done("It is withdrawn and will not start.");
  });
}

async function prepareWithdrawal(deps: Deps, tx: Tx, id: string): Promise<Preview> {
  const version = await lockComingVersion(tx, id, deps.clock.now());
  const what =
    version.table === "planPrices"
      ? `${version.planType} for ${formatPaise(version.listPricePaise)}`
      : `${countOf(version.places, "founding place")} with ${formatPaise(version.discountPaise)} off`;
  const start = formatNamedMoment(version.startsAt, deps.config.business.timeZone);
  return makePreview({
    lines: [{ label: "Withdraw", text: `${what}, which would start ${start}, never starts.` }],
    state: [id],
  });
}
