import type { PlanType, Quote } from "@greenroom/contract/plans.ts";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { presentQuote } from "./present.ts";
import { findCheaper, pricePlan } from "./price-plan.ts";

/** What this person would pay for a plan now. Promises and writes nothing: an order does. */
export async function quotePlan(
  deps: Pick<Deps, "database" | "clock" | "config">,
  actor: Actor,
  { planType, coupon }: { planType: PlanType; coupon?: string | undefined },
): Promise<Quote> {
  const { database, clock, config } = deps;
  const question = { userId: actor.userId, planType, coupon, now: clock.now(), founding: config.founding };
  const priced = await pricePlan(database, question);
  return presentQuote(priced, await findCheaper(database, question, priced));
}
