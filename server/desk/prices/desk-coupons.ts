import type { ConfirmedAction, Preview } from "@greenroom/contract/desk/actions.ts";
import type { ActionResult } from "@greenroom/contract/desk/money/approvals.ts";
import { type NewDeskCoupon, newCouponSchema } from "@greenroom/contract/desk/money/prices.ts";
import { type Paise, paiseFromRupees } from "@greenroom/contract/kernel/money.ts";
import { asSentence, countOf } from "@greenroom/contract/kernel/plain-text.ts";
import { formatNamedMoment } from "@greenroom/contract/kernel/time-zones.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, invalidField } from "../../kernel/errors.ts";
import { formatPaise } from "../../money/payouts/rules.ts";
import {
  checkDiscount,
  checkResumable,
  couponExistsError,
  createCouponInTransaction,
  explainLowPrice,
  findPriceBelowFloor,
  hasCoupon,
  lockCoupon,
  resumeCouponInTransaction,
  stopCouponInTransaction,
} from "../../money/plans/coupons.ts";
import { pricePlans } from "../../money/plans/pricing.ts";
import { type Coupon, calculateCouponPrice } from "../../money/plans/rules.ts";
import type { ApprovableAction, DoneAction, PlannedAction } from "../approvals/approvable-action.ts";
import { checkPreview, makePreview } from "../preview.ts";
import { overFloor } from "./change-desk-prices.ts";

/**
 * Creates a coupon that is valid from now on. One that sells below a share of the list price needs a second owner; its
 * maker can use only such an approved one. Throws `invalid_input`, and `conflict` when its code exists.
 */
export const couponAction: ApprovableAction<NewDeskCoupon, DoneAction & { _id: string }> = {
  kind: "coupon",
  payload: newCouponSchema,
  plan: planCoupon,
  async run(deps, tx, coupon, { actor, reason, approved }) {
    const now = deps.clock.now();
    const _id = await createCouponInTransaction(tx, {
      coupon: toStored(coupon),
      actor,
      reason,
      approved,
      now,
    });
    return { msg: `The coupon ${coupon.code} is valid from now on.`, _id };
  },
};

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

async function planCoupon(deps: Deps, tx: Tx, given: NewDeskCoupon): Promise<PlannedAction<NewDeskCoupon>> {
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
      const withIt = calculateCouponPrice(plan.listPricePaise, coupon);
      return { planType: plan.planType, without, withIt };
    });
  const effectOf = new Map(effects.map((effect) => [effect.planType, effect]));
  const sharePercent = deps.config.approval.pricePercent;
  const low = await findPriceBelowFloor(tx, coupon, { sharePercent, now });
  return {
    payload: given,
    ...overFloor(low === null ? null : explainLowPrice(low)),
    beneficiaries: [],
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
      ...(low === null ? [{ label: "You", text: "You cannot use a coupon that you make alone." }] : []),
    ],
    typedConfirmation: coupon.code,
  };
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
export async function previewStop(deps: Deps, actor: Actor, id: string): Promise<Preview> {
  return await inTransaction(deps.database, async (tx) => (await prepareStop(tx, actor, id)).preview);
}

/** Stops a coupon. Throws as `previewStop` does. */
export async function stopDeskCoupon(
  deps: Deps,
  actor: Actor,
  { id, reason, ...confirmed }: ConfirmedAction & { id: string },
): Promise<ActionResult> {
  return await inTransaction(deps.database, async (tx) => {
    const { preview, coupon } = await prepareStop(tx, actor, id);
    checkPreview(preview, confirmed);
    await stopCouponInTransaction(tx, {
      code: coupon.code,
      actor: { userId: actor.userId },
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

async function prepareStop(tx: Tx, actor: Actor, id: string) {
  const coupon = await lockExisting(tx, id);
  if (coupon.stoppedAt !== null)
    throw new AppError("conflict", { msg: `The coupon ${coupon.code} is stopped already.` });
  const launch =
    "This is the launch offer: every visitor pays the list price from now on, and founding places end with it.";
  const preview = makePreview(actor, {
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
    beneficiaries: [],
  });
  return { coupon, preview };
}

/** Previews resuming a stopped coupon. Throws `not_found`, and as `checkResumable` does. */
export async function previewResumption(deps: Deps, actor: Actor, id: string): Promise<Preview> {
  return await inTransaction(
    deps.database,
    async (tx) => (await prepareResumption(deps, tx, actor, id)).preview,
  );
}

/** Makes a stopped coupon usable again. Throws as `previewResumption` does. */
export async function resumeDeskCoupon(
  deps: Deps,
  actor: Actor,
  { id, reason, ...confirmed }: ConfirmedAction & { id: string },
): Promise<ActionResult> {
  return await inTransaction(deps.database, async (tx) => {
    const { preview, coupon } = await prepareResumption(deps, tx, actor, id);
    checkPreview(preview, confirmed);
    await resumeCouponInTransaction(tx, {
      coupon,
      actor: { userId: actor.userId },
      reason,
      now: deps.clock.now(),
    });
    return { msg: `The coupon ${coupon.code} can be used again.`, approvalId: null };
  });
}

async function prepareResumption(deps: Deps, tx: Tx, actor: Actor, id: string) {
  const coupon = await lockExisting(tx, id);
  const now = deps.clock.now();
  await checkResumable(tx, coupon, now);
  const sharePercent = deps.config.approval.pricePercent;
  const low =
    coupon.approvedBy === null ? await findPriceBelowFloor(tx, coupon, { sharePercent, now }) : null;
  if (low !== null) {
    throw new AppError("conflict", {
      msg: `${explainLowPrice(low)}. Make a new coupon, which another owner approves.`,
    });
  }
  const launch =
    "This is the launch offer: every visitor sees its price again, and its founding places reopen.";
  const preview = makePreview(actor, {
    lines: [
      { label: "Coupon", text: `${coupon.code} can be used for new orders, with its limits as before.` },
      ...(coupon.isLaunchOffer ? [{ label: "Launch offer", text: launch }] : []),
    ],
    typedConfirmation: coupon.code,
    state: [id],
    beneficiaries: [],
  });
  return { coupon, preview };
}
