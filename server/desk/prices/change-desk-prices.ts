import type { ConfirmedAction, Preview } from "@greenroom/contract/desk/actions.ts";
import type { ActionResult } from "@greenroom/contract/desk/money/approvals.ts";
import { paiseFromRupees, rupeesFromPaise } from "@greenroom/contract/kernel/money.ts";
import { asSentence, countOf } from "@greenroom/contract/kernel/plain-text.ts";
import { formatNamedMoment } from "@greenroom/contract/kernel/time-zones.ts";
import { planTypeSchema } from "@greenroom/contract/money/plans.ts";
import { z } from "zod";
import type { Actor } from "../../kernel/actor.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
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
import type { ApprovableAction, DoneAction } from "../approvals/approvable-action.ts";
import { performOrRequestApproval } from "../approvals/perform-or-request-approval.ts";
import { checkPreview, makePreview } from "../preview.ts";

/** Amounts are rupees. */
interface PriceTerms {
  listPrice: number;
}
interface FoundingTerms {
  places: number;
  discount: number;
}

const start = {
  /** Null: now. */
  startsAt: z.string().nullable(),
  /** The version that has to be the current one. */
  replaces: z.string().optional(),
};
const priceChangeSchema = z.strictObject({ planType: planTypeSchema, listPrice: z.number(), ...start });
type PriceChange = z.infer<typeof priceChangeSchema>;
const foundingChangeSchema = z.strictObject({ places: z.number(), discount: z.number(), ...start });
type FoundingChange = z.infer<typeof foundingChangeSchema>;

interface ChangedPrice extends DoneAction {
  /** The new version. */
  _id: string;
  /** The terms that would apply at its start without it. */
  before: PriceTerms | FoundingTerms;
}

/**
 * Sets a list price, or founding places, from a moment on. A list price below a share of the former one needs a second
 * owner, and so does a larger founding discount than that of the settings. Throws `invalid_input` for a start in the past,
 * and `conflict`.
 */
export const priceAction: ApprovableAction<PriceChange | FoundingChange, ChangedPrice> = {
  kind: "price",
  payload: z.union([priceChangeSchema, foundingChangeSchema]),
  async plan(deps, tx, change) {
    const { effect, why } =
      "planType" in change ? await preparePrice(deps, tx, change) : await prepareFounding(deps, tx, change);
    return { payload: change, ...effect, beneficiaries: [], ...overFloor(why) };
  },
  async run(deps, tx, change, { actor, reason, approved }) {
    const now = deps.clock.now();
    const shared = { startsAt: startOf(change, now), reason, actor, approved, now };
    if ("planType" in change) {
      const { before } = await preparePrice(deps, tx, change);
      const listPricePaise = paiseFromRupees(change.listPrice);
      const _id = await setListPrice(tx, { planType: change.planType, listPricePaise, ...shared });
      const price = formatPaise(listPricePaise);
      return { msg: `The list price of ${change.planType} is ${price} ${when(deps, change)}.`, _id, before };
    }
    const { before } = await prepareFounding(deps, tx, change);
    const { places, discount } = change;
    const _id = await setFoundingTerms(tx, { places, discountPaise: paiseFromRupees(discount), ...shared });
    const count = countOf(places, "founding place");
    return { msg: `There ${places === 1 ? "is" : "are"} ${count} ${when(deps, change)}.`, _id, before };
  },
};

/** The same as the answers of the desk's calls have it. `Before`: which of the two was changed. */
export async function changePrices<Before>(
  deps: Deps,
  actor: Actor,
  confirmed: ConfirmedAction & { payload: PriceChange | FoundingChange },
) {
  const {
    _id = null,
    before = null,
    ...result
  } = await performOrRequestApproval(deps, actor, priceAction, confirmed);
  return { ...result, _id, before: before as Before | null };
}

/** A price is over the limit of one owner, or not; `why` says so. */
export const overFloor = (why: string | null) => ({
  amount: why === null ? 0 : 1,
  limit: 0,
  format: (count: number) => countOf(count, "price"),
  ...(why === null ? {} : { why }),
});

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
  const query = { ...forVisitors(deps.config, start), planType };
  const before = await pricePlan(tx, query);
  const after = await pricePlan(tx, { ...query, listPricePaise });
  const low = await findListPriceBelowFloor(
    tx,
    { planType, before: before.listPricePaise, after: listPricePaise, startsAt: start },
    { sharePercent: deps.config.approval.pricePercent, now },
  );
  const effect = {
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
  };
  const why = low === null ? null : explainLowPrice(low);
  return { effect, why, before: { listPrice: rupeesFromPaise(before.listPricePaise) } };
}

async function prepareFounding(deps: Deps, tx: Tx, change: FoundingChange) {
  const now = deps.clock.now();
  const start = startOf(change, now);
  checkStart(start, now);
  await lockFoundingPlaces(tx);
  if (change.replaces !== undefined) {
    await checkIsCurrent(tx, { id: change.replaces, planType: null, now });
  }
  const settings = deps.config.founding;
  const { places, discountPaise, taken } = await readFoundingPlaces(tx, settings, start);
  const largest = Math.max(settings.discountPaise, discountPaise);
  const why =
    paiseFromRupees(change.discount) > largest
      ? `one owner alone can take off at most ${formatPaise(largest)}`
      : null;
  const full = change.places <= taken;
  const effect = {
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
  };
  return { effect, why, before: { places, discount: rupeesFromPaise(discountPaise) } };
}

/** Previews withdrawing a version that has not started. Throws `not_found`, and `conflict` when it has started. */
export async function previewWithdrawal(deps: Deps, actor: Actor, id: string): Promise<Preview> {
  return await inTransaction(deps.database, (tx) => prepareWithdrawal(deps, tx, actor, id));
}

/** Withdraws a version that has not started. Throws as `previewWithdrawal` does. */
export async function withdrawPrice(
  deps: Deps,
  actor: Actor,
  { id, reason, ...confirmed }: ConfirmedAction & { id: string },
): Promise<ActionResult> {
  return await inTransaction(deps.database, async (tx) => {
    checkPreview(await prepareWithdrawal(deps, tx, actor, id), confirmed);
    await withdrawVersion(tx, { id, reason, actor: { userId: actor.userId }, now: deps.clock.now() });
    return { msg: "It is withdrawn and will not start.", approvalId: null };
  });
}

async function prepareWithdrawal(deps: Deps, tx: Tx, actor: Actor, id: string): Promise<Preview> {
  const version = await lockComingVersion(tx, id, deps.clock.now());
  await checkWithdrawal(deps, tx, version);
  const what =
    version.table === "planPrices"
      ? `${version.planType} for ${formatPaise(version.listPricePaise)}`
      : `${countOf(version.places, "founding place")} with ${formatPaise(version.discountPaise)} off`;
  const start = formatNamedMoment(version.startsAt, deps.config.business.timeZone);
  return makePreview(actor, {
    lines: [{ label: "Withdraw", text: `${what}, which would start ${start}, never starts.` }],
    state: [id],
    beneficiaries: [],
  });
}

/** Throws `conflict` when a price that needs a second owner would go on because the one that ends it never starts. */
async function checkWithdrawal(
  { config, clock }: Deps,
  tx: Tx,
  version: Awaited<ReturnType<typeof lockComingVersion>>,
): Promise<void> {
  const { startsAt } = version;
  const until = new Date(startsAt.getTime() - 1);
  const refuse = (why: string) =>
    new AppError("conflict", {
      msg: `${why}. Set the price that you want instead, and another owner approves it.`,
    });
  if (version.table === "foundingTerms") {
    const { discountPaise } = await readFoundingTerms(tx, config.founding, until);
    if (discountPaise <= Math.max(config.founding.discountPaise, version.discountPaise)) return;
    throw refuse(`Without it, ${formatPaise(discountPaise)} would be taken off for longer`);
  }
  const { planType, listPricePaise: before } = version;
  await lockPlanPrices(tx, [planType]);
  const plans = await pricePlan(tx, { ...forVisitors(config, until), planType });
  const low = await findListPriceBelowFloor(
    tx,
    { planType, before, after: plans.listPricePaise, startsAt },
    { sharePercent: config.approval.pricePercent, now: clock.now() },
  );
  if (low !== null) throw refuse(`Without it, ${explainLowPrice(low)}`);
}

const forVisitors = ({ founding }: Deps["config"], now: Date) => ({
  userId: null,
  coupon: undefined,
  now,
  founding,
});
