import * as contract from "@greenroom/contract/desk/money/prices.ts";
import { type Paise, paiseFromRupees } from "@greenroom/contract/kernel/money.ts";
import { asSentence, countOf } from "@greenroom/contract/kernel/plain-text.ts";
import { formatNamedMoment } from "@greenroom/contract/kernel/time-zones.ts";
import { AppError, conflict, invalidField } from "../../kernel/errors.ts";
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
import { type ActionCall, action, undoBy } from "../action.ts";
import { secondOwnerIf } from "./price-actions.ts";

/**
 * Creates a coupon that is valid from now on. One that sells below a share of the list price needs a second owner; its
 * maker can use only such an approved one. Throws `invalid_input`, and `conflict` when its code exists.
 */
export const createCoupon = action(contract.createDeskCoupon, {
  async lock({ tx, input, now }) {
    const coupon = toStored(input);
    if (coupon.endsAt !== null && coupon.endsAt <= now)
      throw invalidField("endsAt", "The end has passed already.");
    if (await hasCoupon(tx, coupon.code)) throw couponExistsError(coupon.code);
    return coupon;
  },
  async plan({ deps, tx, subject: coupon, now }) {
    const { founding, approval } = deps.config;
    const priced = await pricePlans(tx, { userId: null, coupon: undefined, now, founding });
    await checkDiscount(tx, coupon, now);
    const low = await findPriceBelowFloor(tx, coupon, { sharePercent: approval.pricePercent, now });
    const { code, endsAt, totalLimit, perUserLimit, planTypes } = coupon;
    return {
      data: {
        ...{ code, endsAt, totalLimit, perUserLimit },
        plans: priced.map(({ plan: { planType, listPricePaise }, pricePaise }) => ({
          planType,
          without: pricePaise,
          // Null: the coupon does not apply.
          withIt:
            planTypes === null || planTypes.includes(planType)
              ? calculateCouponPrice(listPricePaise, coupon)
              : null,
        })),
        why: low === null ? null : explainLowPrice(low),
      },
      typed: code,
      beneficiaries: [],
    };
  },
  describe({ plans, why, endsAt, totalLimit, perUserLimit }, { config: { business } }) {
    const limits = [
      totalLimit === null ? "any number of uses" : `${countOf(totalLimit, "use")} in all`,
      perUserLimit === null ? "any number for each person" : `${perUserLimit} for each person`,
      endsAt === null ? "without an end" : `until ${formatNamedMoment(endsAt, business.timeZone)}`,
    ];
    return [
      ...plans.map(({ planType, without, withIt }) => ({
        label: planType,
        text:
          withIt === null
            ? "The coupon does not apply."
            : `${formatPaise(withIt)} with the coupon; a visitor pays ${formatPaise(without)} without it.`,
      })),
      ...warnAboutUselessCoupon(plans),
      { label: "Limits", text: asSentence(limits.join(", ")) },
      ...(why !== null ? [{ label: "You", text: "You cannot use a coupon that you make alone." }] : []),
    ];
  },
  async run({ tx, subject: coupon, now }, { actor, reason, approved }) {
    const id = await createCouponInTransaction(tx, { coupon, actor, reason, approved, now });
    return {
      msg: `The coupon ${coupon.code} is valid from now on.`,
      undo: undoBy(contract.stopDeskCoupon, { id, input: {} }),
    };
  },
  limit: secondOwnerIf("coupon"),
});

function toStored({ code, kind, value, plans, endsAt, totalLimit, perUserLimit }: contract.NewDeskCoupon) {
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

interface PlanPrice {
  planType: string;
  without: Paise;
  withIt: Paise | null;
}

/** Warns if the coupon lowers no price: a typed code replaces the launch offer and the founding discount. */
function warnAboutUselessCoupon(plans: readonly PlanPrice[]) {
  const names = (chosen: readonly PlanPrice[]) => chosen.map(({ planType }) => planType).join(", ");
  const dearer = plans.filter(({ without, withIt }) => withIt !== null && withIt > without);
  const same = plans.filter(({ without, withIt }) => withIt === without);
  const sentences = [
    ...(dearer.length > 0
      ? [`${names(dearer)} would cost more with the coupon than with the offer that everybody gets.`]
      : []),
    ...(same.length > 0 ? [`${names(same)} would cost the same as without it.`] : []),
    "A code replaces the launch offer and founding places.",
  ];
  return sentences.length === 1 ? [] : [{ label: "Careful", text: sentences.join(" ") }];
}

async function lock({ tx, id }: ActionCall<unknown>): Promise<Coupon> {
  const coupon = await lockCoupon(tx, id);
  if (coupon === null) throw new AppError("not_found", { msg: "This coupon does not exist." });
  return coupon;
}

const planOf = ({ code, isLaunchOffer }: Coupon) => ({
  data: { code, isLaunchOffer },
  typed: code,
  beneficiaries: [],
});

/** Stops a coupon. Throws `not_found`, and `conflict` when it is stopped already. */
export const stopCoupon = action(contract.stopDeskCoupon, {
  lock,
  async plan({ subject: coupon }) {
    if (coupon.stoppedAt !== null) throw conflict(`The coupon ${coupon.code} is stopped already.`);
    return planOf(coupon);
  },
  describe: ({ code, isLaunchOffer }) => [
    { label: "Coupon", text: `Nobody can use ${code} for a new order.` },
    ...(isLaunchOffer
      ? [
          {
            label: "Launch offer",
            text: "This is the launch offer: every visitor pays the list price from now on, and founding places end with it.",
          },
        ]
      : []),
    {
      label: "Open orders",
      text: "Orders that hold it keep their price. You can resume the coupon later.",
    },
  ],
  async run({ tx, id, data: { code }, now }, { actor, reason }) {
    await stopCouponInTransaction(tx, { code, actor, reason, now });
    return {
      msg: `The coupon ${code} is stopped. Open orders with it keep their price.`,
      undo: undoBy(contract.resumeDeskCoupon, { id, input: { replaces: now.toISOString() } }),
    };
  },
});

/** Makes a stopped coupon usable again. Throws `not_found`, and as `checkResumable` does. */
export const resumeCoupon = action(contract.resumeDeskCoupon, {
  lock,
  async plan({ deps, tx, subject: coupon, input: { replaces }, now }) {
    await checkResumable(tx, coupon, now);
    // The preview of an undo is confirmed unseen, so its version cannot tell that somebody else has stopped it since.
    if (replaces !== undefined && Date.parse(replaces) !== coupon.stoppedAt?.getTime())
      throw conflict(`The coupon ${coupon.code} was stopped again in the meantime, so this was not undone.`);
    const sharePercent = deps.config.approval.pricePercent;
    const low =
      coupon.approvedBy === null ? await findPriceBelowFloor(tx, coupon, { sharePercent, now }) : null;
    if (low !== null)
      throw conflict(`${explainLowPrice(low)}. Make a new coupon, which another owner approves.`);
    return planOf(coupon);
  },
  describe: ({ code, isLaunchOffer }) => [
    { label: "Coupon", text: `${code} can be used for new orders, with its limits as before.` },
    ...(isLaunchOffer
      ? [
          {
            label: "Launch offer",
            text: "This is the launch offer: every visitor sees its price again, and its founding places reopen.",
          },
        ]
      : []),
  ],
  async run({ tx, id, subject: coupon, now }, { actor, reason }) {
    await resumeCouponInTransaction(tx, { coupon, actor, reason, now });
    return {
      msg: `The coupon ${coupon.code} can be used again.`,
      undo: undoBy(contract.stopDeskCoupon, { id, input: {} }),
    };
  },
});
