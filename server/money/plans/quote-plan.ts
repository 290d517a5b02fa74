import type { PlanType, Quote } from "@greenroom/contract/money/plans.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Deps } from "../../kernel/deps.ts";
import { presentQuote } from "./present.ts";
import { findCheaperPrice, pricePlan } from "./price-plan.ts";

/** The price that this user would pay for a plan now. Writes and reserves nothing, because only an order does. */
export async function quotePlan(
  deps: Pick<Deps, "database" | "clock" | "config">,
  actor: Actor,
  { planType, coupon }: { planType: PlanType; coupon?: string | undefined },
): Promise<Quote> {
  const { database, clock, config } = deps;
  const question = { userId: actor.userId, planType, coupon, now: clock.now(), founding: config.founding };
  const priced = await pricePlan(database, question);
  return presentQuote(priced, await findCheaperPrice(database, question, priced));
}
