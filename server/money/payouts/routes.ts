import * as contract from "@greenroom/contract/people/interviewers/payout-details.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../kernel/deps.ts";
import { bind } from "../../kernel/http/bind.ts";
import { getPayoutDetails, savePayoutDetails, withdrawPayoutDetails } from "./details/payout-details.ts";

export function registerPayoutRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, contract.getPayoutDetails, ({ actor }) => getPayoutDetails(deps, actor));
  bind(app, deps, contract.savePayoutDetails, ({ actor, body }) => savePayoutDetails(deps, actor, body));
  bind(app, deps, contract.withdrawPayoutDetails, ({ actor }) => withdrawPayoutDetails(deps, actor));
}
