import {
  addTimeOff as addTimeOffEndpoint,
  addWeeklyRule as addWeeklyRuleEndpoint,
  updateWeeklyRule as changeWeeklyRuleEndpoint,
  deleteTimeOff as deleteTimeOffEndpoint,
  deleteWeeklyRule as deleteWeeklyRuleEndpoint,
  listTimeOff as listTimeOffEndpoint,
  listWeeklyRules as listWeeklyRulesEndpoint,
} from "@greenroom/contract/schedule/weekly-availability.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../../kernel/deps.ts";
import { bind } from "../../../kernel/http/bind.ts";
import { addTimeOff, deleteTimeOff, listTimeOff } from "../time-off/time-off.ts";
import { listWeeklyRules } from "./list-weekly-rules.ts";
import { addWeeklyRule, changeWeeklyRule, deleteWeeklyRule } from "./save-weekly-rule.ts";

export function registerWeeklyRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, listWeeklyRulesEndpoint, ({ actor }) => listWeeklyRules(deps, actor));
  bind(app, deps, addWeeklyRuleEndpoint, ({ actor, body }) => addWeeklyRule(deps, actor, body));
  bind(app, deps, changeWeeklyRuleEndpoint, ({ actor, params, body }) =>
    changeWeeklyRule(deps, actor, params.id, body),
  );
  bind(app, deps, deleteWeeklyRuleEndpoint, ({ actor, params }) => deleteWeeklyRule(deps, actor, params.id));
  bind(app, deps, listTimeOffEndpoint, ({ actor }) => listTimeOff(deps, actor));
  bind(app, deps, addTimeOffEndpoint, ({ actor, body }) => addTimeOff(deps, actor, body));
  bind(app, deps, deleteTimeOffEndpoint, ({ actor, params }) => deleteTimeOff(deps, actor, params.id));
}
