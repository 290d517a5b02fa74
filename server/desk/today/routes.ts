import * as contract from "@greenroom/contract/desk/today.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../kernel/deps.ts";
import { bind } from "../../kernel/http/bind.ts";
import { getToday, getWorkCounts } from "./get-today.ts";
import { finishWorkLine, releaseWorkLine, reopenWorkLine, takeWorkLine } from "./work-lines.ts";

/** The operators' work queue. */
export function registerTodayRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, contract.getToday, ({ actor }) => getToday(deps, actor));
  bind(app, deps, contract.getWorkCounts, () => getWorkCounts(deps));
  bind(app, deps, contract.takeWorkLine, async ({ actor, body }) => {
    await takeWorkLine(deps, actor, body);
    return undefined;
  });
  bind(app, deps, contract.releaseWorkLine, async ({ actor, body }) => {
    await releaseWorkLine(deps, actor, body);
    return undefined;
  });
  bind(app, deps, contract.finishWorkLine, async ({ actor, body }) => {
    await finishWorkLine(deps, actor, body);
    return undefined;
  });
  bind(app, deps, contract.reopenWorkLine, async ({ actor, body }) => {
    await reopenWorkLine(deps, actor, body);
    return undefined;
  });
}
