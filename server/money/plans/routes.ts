import {
  listPlans as listPlansEndpoint,
  quotePlan as quotePlanEndpoint,
} from "@greenroom/contract/money/plans.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../kernel/deps.ts";
import { bind } from "../../kernel/http/bind.ts";
import { listPlans } from "./list-plans.ts";
import { quotePlan } from "./quote-plan.ts";

export function registerPlanRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, listPlansEndpoint, ({ actor }) => listPlans(deps, actor));
  bind(app, deps, quotePlanEndpoint, ({ actor, body }) => quotePlan(deps, actor, body));
}
