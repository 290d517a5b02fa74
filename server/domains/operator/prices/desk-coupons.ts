import { type Paise, paiseFromRupees } from "@greenroom/contract/core/money.ts";
import { asSentence, countOf } from "@greenroom/contract/core/sentences.ts";
import { formatNamedMoment } from "@greenroom/contract/core/time-zones.ts";
import type { ConfirmedAction, Preview } from "@greenroom/contract/operator/actions.ts";
import type { ActionResult } from "@greenroom/contract/operator/money/approvals.ts";
import type { NewDeskCoupon } from "@greenroom/contract/operator/money/prices.ts";
import type { Actor } from "../../../core/actor.ts";
import { AppError, invalidField } from "../../../core/errors.ts";
import type { Tx } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import type { Deps } from "../../../deps.ts";
import { formatPaise } from "../../payouts/rules.ts";
import { couponExistsError, createCouponInTransaction } from "../../plans/create-coupon.ts";
import { hasCoupon } from "../../plans/list-coupons.ts";
import { pricePlans } from "../../plans/price-plan.ts";
import { checkDiscount } from "../../plans/prices/check-price-for-coupons.ts";
import { checkResumable, lockCoupon, resumeCouponInTransaction } from "../../plans/resume-coupon.ts";
import { type Coupon, calculatePrice } from "../../plans/rules.ts";
import { stopCouponInTransaction } from "../../plans/stop-coupon.ts";
import { checkPreview, makePreview } from "../preview.ts";

/** Previews the effect of a new coupon on each price. Throws `invalid_input`, and `conflict` when its code exists. */
export async function previewCoupon(deps: Deps, coupon: NewDeskCoupon): Promise<Preview> {
  return await inTransaction(deps.database, (tx) => prepareCoupon(deps, tx, coupon));
}

/** Creates a coupon that is valid from now on. Throws like `previewCoupon`. */
export async function createDeskCoupon(
  deps: Deps,
  { userId }: Actor,
  { reason, version, typed, ...coupon }: NewDeskCoupon & ConfirmedAction,
): Promise<ActionResult & { _id: string }> {
  return await inTransaction(deps.database, async (tx) => {
    checkPreview(await prepareCoupon(deps, tx, coupon), { version, typed });
    const now = deps.clock.now();
    const _id = await createCouponInTransaction(tx, {
      coupon: toStored(coupon),
      actor: { userId },
      reason,
      now,
    });
    return { msg: `The coupon ${coupon.code} is valid from now on.`, approvalId: null, _id };
  });
}

function toStored({ code, kind, value, plans, endsAt, totalLimit, perUserLimit }: NewDeskCoupon) {
  return {
    code,
    kind,
    value: kind === "percent" ? value : paiseFromRupees(value),
    planTypes: plans,
    endsAt: endsAt === null ? null : new Date(endsAt),
    totalLimit,
    perUserLimit,
  };
}

async function prepareCoupon(deps: Deps, tx: Tx, given: NewDeskCoupon): Promise<Preview> {
  const now = deps.clock.now();
  const coupon = toStored(given);
  if (coupon.endsAt !== null && coupon.endsAt <= now)
    throw invalidField("endsAt", "The end has passed already.");
  if (await hasCoupon(tx, coupon.code)) throw couponExistsError(coupon.code);
  const priced = await pricePlans(tx, {
    userId: null,
    coupon: undefined,
    now,
    founding: deps.config.founding,
  });
  await checkDiscount(tx, coupon, now);
  const asCoupon: Coupon = { ...coupon, id: "new", startsAt: now, isLaunchOffer: false, stoppedAt: null };
  const nobody = { places: 0, discountPaise: 0, taken: 0, hasHad: true };
  const limits = [
    coupon.totalLimit === null ? "any number of uses" : `${countOf(coupon.totalLimit, "use")} in all`,
    coupon.perUserLimit === null ? "any number for each person" : `${coupon.perUserLimit} for each person`,
    coupon.endsAt === null
      ? "without an end"
      : `until ${formatNamedMoment(coupon.endsAt, deps.config.business.timeZone)}`,
  ];
  const effects = priced
    .filter(({ plan }) => coupon.planTypes === null || coupon.planTypes.includes(plan.planType))
    .map(({ plan, pricePaise: without }) => {
      const withIt = calculatePrice(plan, asCoupon, nobody).pricePaise;
      return { planType: plan.planType, without, withIt };
    });
  const effectOf = new Map(effects.map((effect) => [effect.planType, effect]));
  return makePreview({
    lines: [
      ...priced.map(({ plan: { planType } }) => {
        const effect = effectOf.get(planType);
        return {
          label: planType,
          text:
            effect === undefined
              ? "The coupon does not apply."
              : `${formatPaise(effect.withIt)} with the coupon; a visitor pays ${formatPaise(effect.without)} without it.`,
        };
      }),
      ...warnAboutUselessCoupon(effects),
      { label: "Limits", text: asSentence(limits.join(", ")) },
    ],
    typedConfirmation: coupon.code,
  });
}

interface Effect {
  planType: string;
  without: Paise;
  withIt: Paise;
}

/** Warns if the coupon lowers no price: a typed code replaces the launch offer and the founding discount. */
function warnAboutUselessCoupon(effects: readonly Effect[]): Preview["lines"] {
  const names = (chosen: readonly Effect[]) => chosen.map(({ planType }) => planType).join(", ");
  const dearer = effects.filter(({ without, withIt }) => withIt > without);
  const same = effects.filter(({ without, withIt }) => withIt === without);
  const sentences = [
    ...(dearer.length > 0
      ? [`${names(dearer)} would cost more with the coupon than with the offer that everybody gets.`]
      : []),
    ...(same.length > 0 ? [`${names(same)} would cost the same as without it.`] : []),
  ];
  return sentences.length === 0
    ? []
    : [
        {
          label: "Careful",
          text: `${sentences.join(" ")} A code replaces the launch offer and founding places.`,
        },
      ];
}

/** Previews stopping a coupon. Throws `not_found`, and `conflict` when it is stopped already. */
export async function previewStop(deps: Deps, id: string): Promise<Preview> {
  return await inTransaction(deps.database, async (tx) => (await prepareStop(tx, id)).preview);
}

/** Stops a coupon. Throws as `previewStop` does. */
export async function stopDeskCoupon(
  deps: Deps,
  { userId }: Actor,
  { id, reason, ...confirmed }: ConfirmedAction & { id: string },
): Promise<ActionResult> {
  return await inTransaction(deps.database, async (tx) => {
    const { preview, coupon } = await prepareStop(tx, id);
    checkPreview(preview, confirmed);
    await stopCouponInTransaction(tx, {
      code: coupon.code,
      actor: { userId },
      reason,
      now: deps.clock.now(),
    });
    return {
      msg: `The coupon ${coupon.code} is stopped. Open orders with it keep their price.`,
      approvalId: null,
    };
  });
}

async function lockExisting(tx: Tx, id: string): Promise<Coupon> {
  const coupon = await lockCoupon(tx, id);
  if (coupon === null) throw new AppError("not_found", { msg: "This coupon does not exist." });
  return coupon;
}

async function prepareStop(tx: Tx, id: string) {
  const coupon = await lockExisting(tx, id);
  if (coupon.stoppedAt !== null)
    throw new AppError("conflict", { msg: `The coupon ${coupon.code} is stopped already.` });
  const launch =
    "This is the launch offer: every visitor pays the list price from now on, and founding places end with it.";
  const preview = makePreview({
    lines: [
      { label: "Coupon", text: `Nobody can use ${coupon.code} for a new order.` },
      ...(coupon.isLaunchOffer ? [{ label: "Launch offer", text: launch }] : []),
      {
        label: "Open orders",
        text: "Orders that hold it keep their price. You can resume the coupon later.",
      },
    ],
    typedConfirmation: coupon.code,
    state: [id],
  });
  return { coupon, preview };
}

/** Previews resuming a stopped coupon. Throws `not_found`, and as `checkResumable` does. */
export async function previewResumption(deps: Deps, id: string): Promise<Preview> {
  return await inTransaction(deps.database, async (tx) => (await prepareResumption(deps, tx, id)).preview);
}

/** Makes a stopped coupon usable again. Throws as `previewResumption` does. */
export async function resumeDeskCoupon(
  deps: Deps,
  { userId }: Actor,
  { id, reason, ...confirmed }: ConfirmedAction & { id: string },
): Promise<ActionResult> {
  return await inTransaction(deps.database, async (tx) => {
    const { preview, coupon } = await prepareResumption(deps, tx, id);
    checkPreview(preview, confirmed);
    await resumeCouponInTransaction(tx, { coupon, actor: { userId }, reason, now: deps.clock.now() });
    return { msg: `The coupon ${coupon.code} can be used again.`, approvalId: null };
  });
}

async function prepareResumption(deps: Deps, tx: Tx, id: string) {
  const coupon = await lockExisting(tx, id);
  await checkResumable(tx, coupon, deps.clock.now());
  const launch =
    "This is the launch offer: every visitor sees its price again, and its founding places reopen.";
  const preview = makePreview({
    lines: [
      { label: "Coupon", text: `${coupon.code} can be used for new orders, with its limits as before.` },
      ...(coupon.isLaunchOffer ? [{ label: "Launch offer", text: launch }] : []),
    ],
    typedConfirmation: coupon.code,
    state: [id],
  });
  return { coupon, preview };
}
