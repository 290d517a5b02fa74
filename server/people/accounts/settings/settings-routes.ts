import {
  changeAccount as changeAccountEndpoint,
  endOtherSignIns as endOtherSignInsEndpoint,
  endSignIn as endSignInEndpoint,
  listSignIns as listSignInsEndpoint,
} from "@greenroom/contract/people/account-settings.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../../kernel/deps.ts";
import { bind } from "../../../kernel/http/bind.ts";
import { changeAccount } from "./change-account.ts";
import { endOtherSignIns, endSignIn } from "./end-sign-ins.ts";
import { listSignIns } from "./list-sign-ins.ts";

/** Account Settings: the user's own details, and the signed-in browsers. */
export function registerAccountSettingsRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, listSignInsEndpoint, ({ actor }) => listSignIns(deps, actor));
  bind(app, deps, endSignInEndpoint, async ({ actor, params }) => {
    await endSignIn(deps, actor, params.id);
    return undefined;
  });
  bind(app, deps, endOtherSignInsEndpoint, ({ actor }) => endOtherSignIns(deps, actor));
  bind(app, deps, changeAccountEndpoint, ({ actor, body }) => changeAccount(deps, actor, body));
}
