import * as contract from "@greenroom/contract/desk/access.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../kernel/deps.ts";
import { bind } from "../../kernel/http/bind.ts";
import { readOperatorAccess } from "./get-access.ts";
import { closeDesk, getOperator, openDesk } from "./open-desk.ts";
import { confirmSecondFactor, replaceRecoveryCodes, startSecondFactor } from "./second-factor.ts";

/** Opening the operator's desk, and its second factor. */
export function registerOperatorAccessRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, contract.getOperatorAccess, ({ actor }) =>
    readOperatorAccess(deps.database, {
      userId: actor.userId,
      operator: getOperator(actor),
      now: deps.clock.now(),
    }),
  );
  bind(app, deps, contract.startSecondFactor, ({ actor, body }) => startSecondFactor(deps, actor, body));
  bind(app, deps, contract.confirmSecondFactor, ({ actor, body }) => confirmSecondFactor(deps, actor, body));
  bind(app, deps, contract.openDesk, ({ actor, body }) => openDesk(deps, actor, body));
  bind(app, deps, contract.closeDesk, async ({ actor }) => {
    await closeDesk(deps, actor);
    return undefined;
  });
  bind(app, deps, contract.replaceRecoveryCodes, ({ actor }) => replaceRecoveryCodes(deps, actor));
}
