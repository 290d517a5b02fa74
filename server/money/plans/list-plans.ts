import type { Plan } from "@greenroom/contract/money/plans.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Deps } from "../../kernel/deps.ts";
import { presentPlan } from "./present.ts";
import { pricePlans } from "./price-plan.ts";

/** The plans with the prices that this user, or a visitor (null), would pay now. */
export async function listPlans(
  deps: Pick<Deps, "database" | "clock" | "config">,
  actor: Actor | null,
): Promise<Plan[]> {
  const priced = await pricePlans(deps.database, {
    userId: actor?.userId ?? null,
    coupon: undefined,
    now: deps.clock.now(),
    founding: deps.config.founding,
  });
  return priced.map(presentPlan);
}
