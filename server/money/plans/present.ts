import { rupeesFromPaise } from "@greenroom/contract/kernel/money.ts";
import type { Plan, PriceLine, Quote } from "@greenroom/contract/money/plans.ts";
import type { QuoteLine } from "../../kernel/db/stored-json.ts";
import type { PricedPlan } from "./price-plan.ts";
import type { Price } from "./rules.ts";

/** The parts of a price in rupees, as the API returns them. */
export function presentLines(lines: readonly QuoteLine[]): PriceLine[] {
  return lines.map(({ label, kind, amountPaise }) => ({ label, kind, amount: rupeesFromPaise(amountPaise) }));
}

/** `cheaper`: the automatic price, if it is lower. */
export function presentQuote(
  { plan, listPricePaise, lines, coupon, pricePaise }: PricedPlan,
  cheaper: Price | null = null,
): Quote {
  return {
    planType: plan.planType,
    listPrice: rupeesFromPaise(listPricePaise),
    lines: presentLines(lines),
    coupon: coupon?.code ?? null,
    newPrice: rupeesFromPaise(pricePaise),
    amount: rupeesFromPaise(pricePaise),
    ...(cheaper?.coupon
      ? { cheaper: { coupon: cheaper.coupon.code, newPrice: rupeesFromPaise(cheaper.pricePaise) } }
      : {}),
  };
}

/** A plan's card. */
export function presentPlan(priced: PricedPlan): Plan {
  const { plan } = priced;
  const { planType, listPrice, lines, coupon, newPrice, amount } = presentQuote(priced);
  return {
    planType,
    title: planType,
    sessions: plan.sessions,
    features: plan.features,
    highlight: plan.isHighlighted,
    listPrice,
    lines,
    coupon,
    newPrice,
    amount,
    pricePerSession: Math.round(newPrice / plan.sessions),
  };
}
